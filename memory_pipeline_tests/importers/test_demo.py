from __future__ import annotations

from memory_pipeline.importers.demo import demo_families


def test_every_demo_session_belongs_to_its_family_and_has_ended() -> None:
    demo = demo_families()
    assert len(demo.families) == 4
    for family, sessions in demo.families:
        assert sessions == tuple(sorted(sessions, key=lambda session: session.chronology))
        assert all(session.ended_at is not None and session.ended_at <= demo.now for session in sessions)
        assert family.clock is None
