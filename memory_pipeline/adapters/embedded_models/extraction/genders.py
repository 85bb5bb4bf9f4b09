"""Which of "he" and "she" a person can be: told by relations and forms of address, and by common given names."""

from __future__ import annotations

import re
from typing import Literal

from memory_pipeline.model.family import Family

Gender = Literal["he", "she"]

_HE = re.compile(
    r"\b(?:husband|son|boy|boyfriend|dad|daddy|father|grandpa|grandad|granddad|grandfather|pop|papa|uncle|nephew|brother"
    r"|mr|king|bloke|guy|man|stepson|stepdad|stepfather|opa|nonno|abuelo|groom|lad|[\w-]*(?:father|brother|son)-in-law)\b",
    re.IGNORECASE,
)
_SHE = re.compile(
    r"\b(?:wife|daughter|girl|girlfriend|mom|mum|mama|mommy|mummy|mumma|mother|grandma|granny|gran|gram|nan|nana|grandmother|aunt"
    r"|auntie|aunty|niece|sister|mrs|ms|miss|lady|woman|stepmom|stepmum|stepmother|oma|nonna|abuela|bride|lass"
    r"|dadi|nani|[\w-]*(?:mother|sister|daughter)-in-law)\b",
    re.IGNORECASE,
)
_HE_NAMES = frozenset(
    """
    aaron adam alan alex andrew anthony arthur ben benjamin bill bob brian carl charlie chris connor craig dan
    daniel dave david dennis derek dominic doug ed eddie edward eric ethan felix finn frank fred gary george
    graham greg gus hans harry henry hugo ian isaac ivan jack jacob jake james jamie jason jeff jim joe joel
    john jonas jonathan jose josh juan karl keith ken kevin kyle larry lee leo liam lars louis lucas luis luke
    magnus marco marcus mario mark martin matt matthew max mick miguel mike mohammed nathan neil nick noah nick
    oliver omar oscar owen pablo pat patrick paul pedro peter phil philip ray raj ravi rick rob robert roger ron
    ryan sam samuel scott sean sergio seth simon stan stefan steve steven stuart ted theo thomas tim tom tony
    victor vince walter will william zach
    """.split()
)
_SHE_NAMES = frozenset(
    """
    abigail ada alice amanda amelia amy ana andrea angela anita anna anne annie ashley beatrice becky bella beth
    bettina bonnie brenda brigitte camille carla carmen caroline catherine charlotte chloe christine claire
    clara daisy dana deborah denise diana donna doris dorothy edith elena eleanor elizabeth ella ellen elsa
    emily emma erica eva evelyn fatima fiona florence frances freya gemma gina grace greta hannah hazel heather
    heidi helen helena holly ida ines ingrid irene iris isabel isla jackie jane janet jen jennifer jenny jess
    jessica jill joan joanna josephine joyce judy julia julie karen kate katherine kathy katie kelly kim laura
    lauren leah lena lily linda lisa lola lorna louise lucia lucy lydia maggie maja margaret maria marie marina
    marta martha mary matilda maya megan mia michelle mila millie miriam molly nadia nancy naomi natalie nicole
    nina nora olga olivia paula penny petra phoebe pippa poppy priya priyanka rachel rebecca rita rosa rose
    rosie ruby ruth sally samantha sandra sara sarah sasha sofia sonia sophia sophie stella stephanie sue susan
    suzanne sylvia tanya tara teresa tess tina ursula valentina vanessa vera veronica victoria violet wendy
    yasmin yvonne zoe
    """.split()
)


def gender_of(person: str, family: Family) -> Gender | None:
    """None where nothing tells."""
    member = next((member for member in family.members if member.is_called(person)), None)
    ways = person if member is None else " ".join((person, member.name, *member.aliases))
    he, she = _HE.search(ways) is not None, _SHE.search(ways) is not None
    if he != she:
        return "he" if he else "she"
    given = set(re.findall(r"[^\W\d_]+", ways.casefold()))
    he, she = not given.isdisjoint(_HE_NAMES), not given.isdisjoint(_SHE_NAMES)
    return None if he == she else ("he" if he else "she")
