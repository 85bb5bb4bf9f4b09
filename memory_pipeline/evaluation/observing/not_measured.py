"""Why a case gave no score without having crashed."""


class NotMeasured(Exception):
    """What the case needs is not there: a part that is not built, a reply that nobody recorded. Says which."""
