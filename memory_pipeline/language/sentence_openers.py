"""Words that carry a capital without being names: pronouns, days, months, and what sentences commonly open with."""

from __future__ import annotations

_NEVER_NAMES = """
a about after ah am an and apr april are as asap at aug august awesome be because been before btw but by can can't
cannot cool could couldn't dec december did didn't diy do does doesn't don't done dr eg etc feb february for fri
friday fridays from fyi great had hadn't haha has hasn't have haven't he hello her hey hi his hiya how i i'd i'll i'm
i've id ie if in is it its jan january jul july jun june lol mar march may might mon monday mondays mr mrs ms must my
nice no nope not nov november oct october of oh ok ok'd okay omg on or our please pm prof ps pto rsvp sat saturday
saturdays sep sept september shall she should shouldn't since so sorry sun sunday sundays sure thank thanks that the
their these they this those thu thur thurs thursday thursdays to today tomorrow tonight tue tues tuesday tuesdays tv
until was we we'll we're we've wed wednesday wednesdays well were what when where which while who whom whose why will
with won't would wouldn't wow yeah yep yes yesterday you you'll you're your yup
"""

_OPENERS = """
absolutely actually add after afternoon again ago agreed ain't all allergic almost alright also although always
amazing american another any anybody anyone anything anyway anyways apart apparently are around aside ask asked asking
assuming aunt autumn avoid aww awwww back bad based basically beautiful because bedtime been before being besides best
better between big birthday book booking both bought bravo breakfast bring bringing brother bus buy bye call calling
came camp cancel cannot car cat cats change check checking cheers ciao class classes clearly coach come coming
completely congrats congratulations could creating curious cute dad daddy daughter daycare dear decided definitely
dentist depends despite did different dinner do does dog dogs doing done double draft dropped during each earlier
early either email ended enjoy enjoying especially even evening eventually ever every everybody everyone everything
exactly except excited exciting excuse fall family fantastic feel feeling few finally find finding fine fingers
finished first fish flights flying food forget fortunately found four frankly fridge friends from full fun funny
further garage gate gave get getting gimme give given giving glad go goes going gonna good goodness gosh got gotta
grandfather grandma grandmother grandpa grateful guess guys had half handling hang happy hard has have having heads
hear heard hearing help helping here hers hey him hmm hold home homework honestly hope hopefully hoping house how're
however hubby huge hugs husband important in including indeed inside instead interesting internet into isn't its
joined just keep kid kids kind kindergarten know last lately later leave leaving left less let let's lets like
likewise literally live living long look looking looks losing lost lots love loved lovely loving luckily lunch made
make making mama many maybe me mean meanwhile meet meeting message mine mom mommy more morning most mostly mother move
moved moving much mum mummy music must myself nana nanny need needs neighbor neighbors neither never new next night
nobody none nor normally note nothing now obviously off often old on once one only oops open or order other otherwise
ours out outside over own painted painting pancakes papa parents party passport password pasta pay pediatrician people
perfect perhaps personally pharmacy phew phone piano pick picking pickup pizza plan planning play plays plumber plus
practice prefer pretty price probably proud put quick quite rather read reading ready really recently regarding
remember remind rent right road running sadly said same save saw say says school searching second see seeing seeking
seems seriously set several share she shoes should show similar simple sister skip small snack snacks so soccer some
somebody someone something sometimes son soon sounds speaking spent spring start started starting stay staying still
stop strict such summer super surely swim swimming switch take takes taking talk teacher tell text than thank
thankfully that's the their them then there there's therefore they they'll they're thing things think thinking this
those though three thrilled through tickets till time to together told too took totally trash travel traveling treat
tried true truly trust truthfully try trying turn turns two ugh uncle under unfortunately unless until up update us
use used usually vacation vegan vegetarian very view visited wait waiting wake wanna want wanted wants was watch
watching way we wednesday week weekend welcome went were what what're whatever whenever where wherever whether
whichever while whoa whoever whole wife wifi will winter wish with within without won wonderful work working works
would write wrong yay year years yesterday yet your yours yourself zero
"""

NEVER_NAMES = frozenset(_NEVER_NAMES.split())
OPENERS = frozenset(_OPENERS.split())
