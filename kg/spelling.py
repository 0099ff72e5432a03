"""British spellings as American ones, so that names can be compared.

Research makes new words of old endings every day (*tokenisation, rasterised*), so endings are rewritten by rule, and stems
that only look like it (*noise, supervised*) are left. A rule that goes too far (*Mise*) does no harm: what it gives is
compared, not shown.
"""

from __future__ import annotations

import re

_IS = re.compile(r"\b(\w{2,}?)is(e[drs]?|ers?|ing|able|ation(?:s|al)?)\b")
_PREFIX = re.compile(r"^(?:de|im|pre|re|self|semi|un|weakly)")
_KEEPS_IS = frozenset(
    """
    adv advert ar br bru ch chem circumc cho compr comprom conc cru cu dem desp dev disgu enterpr exc exerc expert franch
    guid improv inc mala merchand no otherw pa parad phra po pra prec prem pro prom ra rev sub superv surm surpr telev
    treat turquo va
    """.split()
)
_RULES = (
    (
        re.compile(r"(behavi|\bcol|neighb|tum|lab|fav|flav|hum|\bhon|rum|vap|harb|\bod|rig|vig|\barm|endeav)our"),
        r"\1or",
    ),
    (
        re.compile(r"(model|label|travel|cancel|signal|channel|level|tunnel|panel|dial|unravel)l(ed|ing|ers?)\b"),
        r"\1\2",
    ),
    (re.compile(r"(cent|fib|\blit|theat|calib|spect|met)re(s?)\b"), r"\1er\2"),
    (re.compile(r"(cent)r(ed|ing)\b"), r"\1er\2"),
    (re.compile(r"(dial|catal|anal|homol)ogue(s?)\b"), r"\1og\2"),
    (re.compile(r"(anal|catal|paral)ys(e|ed|ers?|ing)\b"), r"\1yz\2"),
    (re.compile(r"\b(isch|leuk|an)aem"), r"\1em"),
    (re.compile(r"\bhaem"), "hem"),
    (re.compile(r"\bpaed"), "ped"),
    (re.compile(r"\b(oe)(dema|soph)"), r"e\2"),
    (re.compile(r"\bf?oet(al|us)"), r"fet\1"),
    (re.compile(r"(def|off|lic)ence\b"), r"\1ense"),
    (re.compile(r"\b(ag)eing\b"), r"\1ing"),
    (re.compile(r"(judg|acknowledg)ement"), r"\1ment"),
    (re.compile(r"focuss(ed|ing)"), r"focus\1"),
    (re.compile(r"manoeuvr(e|ing)"), r"maneuver"),
    (re.compile(r"grey"), "gray"),
    (re.compile(r"artefact"), "artifact"),
    (re.compile(r"sceptic"), "skeptic"),
    (re.compile(r"sulph"), "sulf"),
    (re.compile(r"\bmould"), "mold"),
    (re.compile(r"\bprogramme\b"), "program"),
)
_SUSPECT = re.compile(
    r"is[eia]|our|ll[ei]|re\b|res\b|centr|ogue|ys[ei]|ae|oe|ence|agei|geme|ocuss|grey|arte|scept|sulph|moul|gramme"
)


def american(text: str) -> str:
    """Rewrite British spellings in a text of small letters.

    >>> american("behaviour cloning by regularised optimisation"), american("self-supervised denoising")
    ('behavior cloning by regularized optimization', 'self-supervised denoising')
    """
    if not _SUSPECT.search(text):
        return text
    text = _IS.sub(_with_z, text)
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text


def _with_z(word: re.Match[str]) -> str:
    stem, ending = word.groups()
    keeps = stem.endswith("w") or stem in _KEEPS_IS or _PREFIX.sub("", stem) in _KEEPS_IS
    return word[0] if keeps else f"{stem}iz{ending}"
