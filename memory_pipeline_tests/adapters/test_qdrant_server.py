"""What only the server's adapter has to answer for: a server that is away, and an update that dies midway."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from qdrant_client import QdrantClient
from qdrant_client.http.exceptions import UnexpectedResponse

from memory_pipeline.adapters.qdrant_server import QdrantServerIndex, qdrant_client
from memory_pipeline.model.errors import IndexUnavailable
from memory_pipeline_tests.contracts.test_memory_index import MODEL, POINTS, near, point
from memory_pipeline_tests.retrieval.household import Household

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes:UserWarning", "ignore:Local mode:UserWarning")


class FailsToDelete(QdrantClient):
    """Takes points, and answers 500 when some are to go."""

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise UnexpectedResponse(500, "Internal Server Error", b"disk full", {})  # type: ignore[arg-type]


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


def test_a_server_that_is_away_is_unavailable_and_the_setting_is_named(closed_port: int) -> None:
    index = QdrantServerIndex(qdrant_client(f"http://127.0.0.1:{closed_port}", timeout=1))
    with pytest.raises(IndexUnavailable, match="MEMORY_QDRANT_URL"):
        index.state("fam_a")
    with pytest.raises(IndexUnavailable, match="MEMORY_QDRANT_URL"):
        index.update("fam_a", MODEL, POINTS, (), "1")


def test_a_conversation_goes_on_by_exact_search_while_the_server_is_away(closed_port: int) -> None:
    home = Household()
    home.remembers("Soccer practice is on Tuesday.")
    home.index = QdrantServerIndex(qdrant_client(f"http://127.0.0.1:{closed_port}", timeout=1))
    reader = home.reader()
    found = reader.search("soccer practice")
    assert ([result.found.memory.claim for result in found.results], found.engine) == (
        ["Soccer practice is on Tuesday."],
        "exact",
    )
    assert reader.turn("when is soccer practice?").engine == "exact"


def test_an_update_that_dies_midway_leaves_the_family_without_a_state() -> None:
    index = QdrantServerIndex(FailsToDelete(location=":memory:"))
    index.update("fam_a", MODEL, POINTS, (), "1")
    with pytest.raises(IndexUnavailable, match="disk full"):
        index.update("fam_a", MODEL, (point(20, "Tea"),), (POINTS[0].id,), "2")
    assert index.state("fam_a") is None
    index.check("fam_a", MODEL)


def test_two_clients_of_one_collection_see_the_same_points() -> None:
    client = QdrantClient(location=":memory:")
    QdrantServerIndex(client).update("fam_a", MODEL, POINTS, (), "1")
    other = QdrantServerIndex(client)
    assert other.state("fam_a") == "1"
    assert near(other, "gate code", limit=1)[0].id == POINTS[3].id


def test_families_share_one_collection() -> None:
    client = QdrantClient(location=":memory:")
    index = QdrantServerIndex(client)
    index.update("fam_a", MODEL, POINTS, (), "1")
    index.update("fam_b", MODEL, (point(99, "Tea", family="fam_b"),), (), "1")
    assert [known.name for known in client.get_collections().collections] == ["memories"]
    assert len(index.stored("fam_b")) == 1
