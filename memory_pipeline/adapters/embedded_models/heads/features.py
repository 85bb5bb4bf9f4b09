"""Cheap lexical features of a clause, beside its embedding: person, tense, numbers, questions, hedges, laughter."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from memory_pipeline.language.speaker import HOUSEHOLD, OUTSIDE
from memory_pipeline.language.verbs import is_past

_PATTERNS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^\W*(?:and\s+|so\s+|but\s+)?(?:i|i['’]\w+|im|ive|we|we['’]\w+)\b",
        r"^\W*(?:and\s+|so\s+|but\s+)?(?:he|she|they|hes|shes|theyre)(?:['’]\w+)?\b",
        r"^\W*(?:it|that|this|there|its|thats)(?:['’]\w+)?\b",
        r"^\W*(?:my|our)\b",
        r"^\W*(?:the|a|an)\b",
        r"^\W*(?-i:[A-Z])\w+(?:['’]s)?\s+(?:\w+s|\w+ed|is|was|has|can|will|won)\b",
        r"\?\s*$",
        r"\?.",
        r"^\W*(?:what|when|where|who|why|how|which|whose)\b",
        r"^\W*(?:is|are|was|do|does|did|can|could|will|would|should|have|has|any)\b",
        r"^\W*(?:please\s+|just\s+)?(?:book|find|add|remind|show|tell|give|make|write|draft|send|look|check|order|put|list"
        r"|suggest|help|plan|change|move|call|text|set|use|keep|leave|remember|note)\b",
        r"\bplease\b|\bpls\b",
        r"\b(?:always|never)\b",
        r"\bfrom\s+now\s+on\b|\bgoing\s+forward\b|\bevery\s+time\b|\bwhenever\b|\bany\s?more\b|\bin\s+future\b",
        r"\b(?:don['’]?t|do\s+not)\s+(?:ever\s+)?(?:\w+)\b",
        r"^\W*(?:please\s+)?(?:don['’]?t|do\s+not|never|always|no)\b",
        r"\b(?:call|address)\s+(?:me|us|him|her)\b|\bgoes?\s+by\b|\bname['’]?s?\b",
        r"\b(?:you|your|u)\b",
        r"\byou\s+(?:can|should|must|could|need)\b|\b(?:i['’]d|i\s+would)\s+(?:rather|prefer|like)\s+(?:you|it\s+if)\b",
        r"\d",
        r"\b\d{1,2}(?::|\.)\d\d\b|\b\d{1,2}\s*(?:am|pm)\b|\bo['’]clock\b",
        r"[$€£]|\b\d+\s*(?:k|quid|bucks|dollars|euros)\b",
        r"\b\d{3}[-\s]\d{3,4}|\b[A-Z]?\d{3,}\b|@\w",
        r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rsday|urday)?s?\b",
        r"\b(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|every|each|weekly|daily|usually)\b",
        r"\b(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\b|\b\d{1,2}(?:st|nd|rd|th)\b",
        r"\b(?:tomorrow|next\s+\w+|in\s+\w+\s+(?:days|weeks|months)|until|till|til|by\s+the)\b",
        r"\b(?:today|tonight|now|right\s+now|this\s+morning|at\s+the\s+moment|currently|just)\b",
        r"\b(?:maybe|might|perhaps|probably|apparently|reckon|guess|suppose|think|wonder|wish|hope)\b",
        r"\bif\b",
        r"\b(?:would|could|['’]d|imagine|pretend)\b",
        r"\b(?:lol|haha\w*|jk|kidding|lmao|hehe)\b|[\U0001F600-\U0001F64F\U0001F923\U0001F602]",
        r"^\W*(?:thanks|thank|ta|cheers|great|perfect|nice|cool|ok|okay|good|lovely|wow|hi|hello|hey|hm+|yes|yeah|yep|no|nope|nah)\b",
        r"\b(?:said|says|told|heard|reads|wrote|claims|swears)\b",
        r"\b(?:allerg\w+|intoleran\w+|coeliac|celiac|vegan|vegetarian|gluten|asthma|diabet\w+|mg|inhaler|epi\w*)\b",
        r"\b(?:can['’]?t|cannot|mustn['’]t|not\s+allowed|won['’]?t|doesn['’]?t|don['’]?t)\b",
        r"\b(?:has|have|needs?)\s+to\b|\bmust\b",
        r"\b(?:love[sd]?|likes?|hates?|prefers?|favou?rite|can['’]?t\s+stand|into|mad\s+(?:for|about)|fan)\b",
        r"\b(?:lives?|works?|studies|teaches|born|grew\s+up|retired|years\s+old|turn(?:s|ed))\b",
        rf"\b(?:{HOUSEHOLD}|{OUTSIDE})\b",
        r"\b(?:it|this|that|them|one)\W*$",
        r"!",
        r"\b(?:the\s+(?:first|second|third|last|other)\s+one|shorter|longer|again|instead|version|draft)\b",
        r"\b(?:tired|hungry|bored|knackered|exhausted|stressed|freezing|starving|late)\b",
        r"\b(?:my|our)\s+\w+",
        r"(?-i:(?<!^)\b[A-Z][a-z]+)",
    )
)
COUNT = len(_PATTERNS) + 4


def features(clause: str) -> NDArray[np.float32]:
    """Shape (COUNT,), each 0 or 1: which patterns occur, whether a past tense does, and three steps of length."""
    words = re.findall(r"[A-Za-z'’]+", clause)
    found = [float(pattern.search(clause) is not None) for pattern in _PATTERNS]
    found.append(float(any(is_past(word) for word in words)))
    found += [float(len(words) <= 3), float(len(words) > 8), float(len(words) > 16)]
    return np.array(found, dtype=np.float32)
