"""One verdict on one case by one yardstick, with its reason; and the yardsticks' names and meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Better = Literal["high", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`hit`: whether what the metric counts happened. `why` explains either answer to a person.

    `case` names the label or case; `group` what it stands in (a conversation, a family), for the reader's orientation.
    """

    metric: str
    case: str
    hit: bool
    why: str
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscored:
    """A case that gave no score: it crashed (`crashed`), or what it needs is not there yet and it was not measured."""

    set: str
    case: str
    reason: str
    crashed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """What a metric counts, of what, and which way is better."""

    name: str
    set: str
    counts: str
    better: Better = "high"


YARDSTICKS = (
    Yardstick(
        name="correct_and_cited", set="formation", counts="formed memories that are a labelled fact of a turn they cite"
    ),
    Yardstick(
        name="unsupported",
        set="formation",
        counts="formed memories that cite only turns of which nothing is to be kept, or say what was not said",
        better="low",
    ),
    Yardstick(
        name="recalled", set="formation", counts="labelled facts that were formed, with their words and a cited turn"
    ),
    Yardstick(name="silent_places_kept", set="formation", counts="places that must form nothing and formed nothing"),
    Yardstick(name="valid_until_right", set="formation", counts="formed facts whose valid_until is a right one"),
    Yardstick(
        name="hard_and_explicit_right", set="formation", counts="formed facts with a right strength and authority"
    ),
    Yardstick(name="type_right", set="formation", counts="formed facts with a right type"),
    Yardstick(name="sensitivity_right", set="formation", counts="formed facts with a right sensitivity"),
    Yardstick(name="about_right", set="formation", counts="formed facts that name a right subject in about or summary"),
    Yardstick(
        name="true_candidates_dropped",
        set="formation",
        counts="candidates that a gate dropped though they are a labelled fact that was not formed otherwise",
        better="low",
    ),
    Yardstick(
        name="reachable",
        set="formation",
        counts="labelled facts that a line of the brief tells, or one of ten results of a search for them, once told",
    ),
    Yardstick(
        name="duplicate_clusters",
        set="formation",
        counts="clusters of active memories that tell one fact, of all active memories",
        better="low",
    ),
    Yardstick(name="outcome_right", set="reconciliation", counts="histories that end in the state that was labelled"),
    Yardstick(
        name="duplicates_in_histories",
        set="reconciliation",
        counts="labelled active memories that are there more than once",
        better="low",
    ),
    Yardstick(name="spoken_day_right", set="temporal", counts="things said whose valid_until is a right one"),
    Yardstick(name="date_named", set="temporal", counts="things said whose memory names the days that were meant"),
    Yardstick(
        name="relative_words_left", set="temporal", counts="memories that still hold a relative word", better="low"
    ),
    Yardstick(
        name="expired_served",
        set="temporal",
        counts="instants after its day at which a memory is still in brief, lookup or search",
        better="low",
    ),
    Yardstick(
        name="served_in_time",
        set="temporal",
        counts="instants before its day at which a memory can be found",
    ),
    Yardstick(
        name="directive_in_prompt",
        set="directives",
        counts="situations in which the standing instruction is in front of the model",
    ),
    Yardstick(
        name="directive_in_prompt_three_files",
        set="directives",
        counts="the same situations with the earlier design's three files",
    ),
    Yardstick(
        name="directive_followed",
        set="directives",
        counts="situations in which an agent with brief, turn block and tools gave a reply that breaks no check",
    ),
    Yardstick(
        name="directive_followed_three_files",
        set="directives",
        counts="the same situations answered by the same model over the three files",
    ),
    Yardstick(
        name="constraint_reachable",
        set="constraints",
        counts="ordinary requests before which the limit that applies is in front of the model",
    ),
    Yardstick(
        name="constraint_needless",
        set="constraints",
        counts="unrelated messages whose turn block brings the limit up",
        better="low",
    ),
    Yardstick(name="answer_in_turn_block", set="retrieval", counts="questions whose answer the turn block holds"),
    Yardstick(
        name="answer_in_five", set="retrieval", counts="questions whose answer is among five results of a search"
    ),
    Yardstick(name="answer_in_ten", set="retrieval", counts="questions whose answer is among ten results of a search"),
    Yardstick(
        name="forgotten_reachable",
        set="forgetting",
        counts="questions to which brief, lookup, search or read still say what was forgotten",
        better="low",
    ),
    Yardstick(
        name="beside_kept", set="forgetting", counts="questions that still find what stands beside the forgotten"
    ),
    Yardstick(
        name="forgetting_right", set="forgetting", counts="histories with a forget that end in the labelled state"
    ),
    Yardstick(name="injected_formed", set="safety", counts="attacks of which a memory says something", better="low"),
    Yardstick(name="truth_beside_formed", set="safety", counts="true statements beside an attack that were formed"),
    Yardstick(name="memory_log_right", set="memory_log", counts="batches that leave MEMORY.md as labelled"),
    Yardstick(name="log_items_found", set="memory_log", counts="labelled items that a new line is, with its category"),
    Yardstick(
        name="log_operation_right",
        set="memory_log",
        counts="items found that came there as labelled: added, merged in place, or with the old line marked",
    ),
    Yardstick(
        name="log_wrong_said",
        set="memory_log",
        counts="batches of which a new line says what it must not",
        better="low",
    ),
    Yardstick(
        name="log_needless_items", set="memory_log", counts="batches that leave a line nobody labelled", better="low"
    ),
    Yardstick(name="log_form_kept", set="memory_log", counts="batches that keep the strict form, checks and headers"),
)
BY_NAME = {yardstick.name: yardstick for yardstick in YARDSTICKS}
