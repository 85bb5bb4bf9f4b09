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
    aarav aaron abdul adam ahmed akash alan alex ali amari amit andrew anil anthony arjun arthur arun ashok beau
    ben benjamin beto bilal bill bob boyet brian cai callum carl charlie chidi chris chuy cian colby colin connor
    craig dale damian damo dan daniel darragh dave david deepak dennis derek dev devon diego dimitri dion dominic
    doug eamon earl ed eddie eduardo edward emeka emilio emre enrique eric ernesto ethan ezra fabian farid felix
    femi fergus finley finn floyd francisco frank franz fred gareth gary gene george gerald gerhard giovanni glen
    gord graham greg gus hamid hans harold harry hassan hector henry herman hiroshi horst hugo hussein ian ibrahim
    imran imtiaz isaac ismail ivan jack jacob jai jake jamal james jamie jason javier jeff jens jerome jesus jim
    joe joel john jonah jonas jonathan jorge jose josef josh juan julian kabir karan karim karl keith ken kenji
    kevin kofi kwame kyle lachie lachlan lamar larry lars lee leo lewis liam lorenzo louis luc lucas luigi luis
    lukas luke magnus manuel marco marcus marek mario mark martin marvin mateo matt matthew max mehdi mehmet micah
    mick miguel mike milo mohammed mohan muhammad murray mustafa nathan neil niall nick nico nigel niko noah obi
    oisin oisín ole oliver olu omar omari oscar oskar otis owen pablo pat patrick paul pedro pete peter phil
    philip pierre piotr rahul raj rajesh rakesh ramon ravi ray reuben reza ricardo rick rob robert roberto roger
    rohan rohit ron ronan rory rudi russell ryan sachin salim sam samuel sanjay scott sean sebastian segun sergio
    seth simon sipho stan stefan steve steven stuart suresh sven tariq ted theo theodore thomas tim tobias tom
    tomas tomasz tony trevor tuck tunde tyrone umar uwe victor vijay vikram vince vincent wade walter wayne wesley
    will william wolfgang yusuf zach zayd
    """.split()
)
_SHE_NAMES = frozenset(
    """
    abena abigail ada adaeze aditi aisha aisling alba alice amanda amara amelia amina amy ana ananya andrea angela
    angelica anika anita anjali anna anne annie anouk antonia aoife araceli ari asha ashley astrid bea beatrice
    becky bella beth bethan bettina birgit bisi blessing bonnie brenda briana brianna bridget brigitte bronwyn
    camille carla carmen caroline catherine charlotte chela chiara chioma chloe christine ciara claire clara
    consuelo daisy dana dani deborah delia denise destiny devi diana divya dolores donna doris dorothy ebony edda
    edith eileen eilidh eleanor elena elif eliza elizabeth ella ellen ellie elsa elsie emily emma erica esme
    esperanza esther eva evelyn farah fatima fatou fiadh fiona florence frances franzi freda freya frieda gemma
    gina gloria grace greta gretchen guadalupe gwen hana hanna hannah hazel heather heidi heidrun helen helena
    hilda holly ida ifeoma imani imelda ines ingeborg ingrid irene iris isabel isha isla ivy jackie jamila jane
    janet jen jennifer jenny jess jessica jill joan joanna jolene josephine josie joy joyce juana juanita judy
    julia julie karen kate katherine kathy katie kavita keisha kelly kemi kerry khadija kiara kim kirra kyla
    lakshmi lalita lata latoya laura lauren leah leila lena lerato liesl lily linda lisa liza lola lorna lorraine
    lottie louise lourdes lucia lucy lupita luz lydia lynne mabel mae maggie mahnoor maja malia manju margaret
    maria marie marina marisol marta martha mary matilda maud mavis maya meera megan mei mercedes mia michelle
    mila mildred millie mina miriam molly mona monique myra nadia nancy nani naomi nasreen natalie neha ngozi nia
    nicole nina nisha noor nora nur nuria olga olivia oluchi orla padma parvati patience patrice paula penny perla
    petra phoebe pippa pooja poppy priya priyanka rachel rania rebecca rekha rhonda rita riya rocio rosa rosario
    rose rosie roxanne ruby ruth sadie sakura sally salma samantha sandra saoirse sara sarah sasha savita savitri
    shabnam shanice sheila shirin shreya simone siobhan sita sofia sonia sophia sophie stella stephanie sue sunita
    susan sushila suzanne svetlana sylvia sylvie tamsin tanya tara teresa tess thandi tilda tilly tina trace
    tracey ulrike uma ursula usha valentina vanessa vera veronica victoria vimala violet wanda wendy willow winnie
    ximena yasmin yetunde yolanda yuki yvonne zainab zara zaynab zoe
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
