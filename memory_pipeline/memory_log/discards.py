"""What is not looked into: kinds that are no user message, and user messages of manners and screen text only.

A user message is never discarded for its kind (seed `004`, *Rules*); what is said here judges its words alone.
"""

from __future__ import annotations

import re

from memory_pipeline.memory_log.events import Event

MANNERS = "greetings and acknowledgments"
SCREEN = "screen text"
EMPTY = "empty"
NOTHING = "nothing of lasting value"

_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_MANNERS = frozenset(
    """
    hi hello hey hiya yo morning good afternoon evening night day bye goodbye later see you soon cheers thanks thank thx
    ty tysm much very so many a lot ok okay k kk yes yeah yep yup no nah nope sure fine great perfect nice cool awesome
    wonderful lovely super excellent brilliant amazing well done got it understood right alright sounds works that this
    is all for now never mind nevermind lol haha hahaha hehe hmm hm oh ah oof wow yay ugh please pls welcome np there
    everyone agent assistant buddy again me too same here then one go ahead do
    szia hola ola hei hej bonjour ciao danke merci gracias grazie obrigado obrigada aitah aitäh hvala madloba tack takk
    buenos buenas dias días dia bom olá guten tag morgen
    """.split()
)
_SCREEN = re.compile(r"^\W*the (?:current )?screen (?:currently )?(?:displays|shows)\b.*", re.IGNORECASE | re.DOTALL)


def discarded(event: Event) -> str | None:
    """Why nothing of the event is saved, or None for a user message that is to be distilled."""
    if not event.by_user:
        return event.base_kind
    text = event.text.strip()
    if not text:
        return EMPTY
    if _SCREEN.match(text):
        return SCREEN
    words = [word.casefold().replace("’", "'") for word in _WORDS.findall(text)]
    return MANNERS if len(words) <= 12 and not set(words) - _MANNERS else None
