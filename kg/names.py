"""When two names are one: the key under which a name is compared, and the singular of its head word."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from kg.spelling import american

_DASHES = re.compile(r"[-\u2010-\u2015\u2212_/]+")
_LETTER_DIGIT = re.compile(r"(?<=[^\W\d_])(?=\d)")
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])(?=\s|$)")
_QUOTES = re.compile(r"[\"“”„«»`´‘]|’(?!\w)|(?<!\w)'|'(?!\w)")
_GREEK = {
    ord(char): unicodedata.name(char).split()[-1].lower()
    for char in map(chr, range(0x391, 0x3CA))
    if unicodedata.name(char, "").startswith("GREEK")
}
_POSTMODIFIER = re.compile(r"\s(?:of|for|in|with|from|to|on|by|via|over|under|without)\s")

_BRACKETED = re.compile(r"\s*\(([^\W\d_][\w&/-]{1,9})\)")

_IRREGULAR = {
    "analyses": "analysis",
    "appendices": "appendix",
    "automata": "automaton",
    "axes": "axis",
    "bases": "basis",
    "children": "child",
    "codices": "codex",
    "corpora": "corpus",
    "criteria": "criterion",
    "crises": "crisis",
    "diagnoses": "diagnosis",
    "equilibria": "equilibrium",
    "extrema": "extremum",
    "feet": "foot",
    "formulae": "formula",
    "foci": "focus",
    "halves": "half",
    "helices": "helix",
    "hypotheses": "hypothesis",
    "indices": "index",
    "knives": "knife",
    "leaves": "leaf",
    "loci": "locus",
    "lives": "life",
    "matrices": "matrix",
    "maxima": "maximum",
    "mice": "mouse",
    "minima": "minimum",
    "modi": "modus",
    "momenta": "momentum",
    "nuclei": "nucleus",
    "optima": "optimum",
    "parentheses": "parenthesis",
    "people": "person",
    "phenomena": "phenomenon",
    "polyhedra": "polyhedron",
    "quanta": "quantum",
    "radii": "radius",
    "shelves": "shelf",
    "shoes": "shoe",
    "simplices": "simplex",
    "spectra": "spectrum",
    "stimuli": "stimulus",
    "strata": "stratum",
    "syntheses": "synthesis",
    "theses": "thesis",
    "tori": "torus",
    "vertices": "vertex",
    "vortices": "vortex",
    "wolves": "wolf",
}
_INVARIANT = frozenset(
    """
    alias always amos apparatus atlas avs bayes bias bus canvas chaos christmas colossus consensus corps gas hadoop
    hopkins jenkins keras kubernetes lens less loss means news pandas pancreas perhaps plus pytorch radius redis
    series species status stokes texas this thus trellis versus virus was whereas yes
    acoustics aerodynamics aesthetics analytics astrophysics biophysics bioinformatics cybernetics dynamics
    economics electronics ergonomics ethics genetics genomics geophysics graphics hydrodynamics informatics
    kinematics kinetics linguistics logistics magnetics mathematics mechanics mechatronics metabolomics metaphysics
    multiphysics neurodynamics numerics omics optics pedagogics phonetics physics politics pragmatics proteomics
    robotics semantics statics statistics systematics thermodynamics transcriptomics
    """.split()
)
_ES = re.compile(
    r"(?:sh|x|ss|zz|tz|ch|\b(?:(?:uni)?bias|alias|atlas|bus|canvas|census|consensus|corpus|focus|gas|lens|status|virus))es$"
)
_CHE = re.compile(r"(?:\b(?:head)?ache|avalanche|cache|cliche|niche|psyche)s$")
_O_ES = re.compile(r"(?:her|ech|tornad|mosquit|potat|tomat|torped|vet|carg)oes$")


def singular(word: str) -> str:
    """Give the singular of one word; what is no plural comes back as it is.

    A short form in capitals loses a small *s* (*LLMs*), never a capital one (*GPS*).

    >>> [singular(w) for w in ("policies", "matrices", "losses", "LLMs", "GANs", "bias", "GPS", "k-means")]
    ['policy', 'matrix', 'loss', 'LLM', 'GAN', 'bias', 'GPS', 'k-means']
    """
    head, hyphen, last = word.rpartition("-")
    return head + hyphen + _singular(last)


def _singular(word: str) -> str:
    lower = word.casefold()
    if word[-1:] != "s":
        return _like(word, _IRREGULAR[lower]) if lower in _IRREGULAR else word
    if len(word) > 2 and word[:-1].isupper():
        return word[:-1]
    if lower in _IRREGULAR:
        return _like(word, _IRREGULAR[lower])
    if len(word) < 4 or lower in _INVARIANT or lower.endswith(("ss", "us", "is", "'s", "’s")):
        return word
    if lower.endswith("ies"):
        return word[:-1] if len(word) < 5 or lower in ("movies", "cookies", "zombies") else word[:-3] + "y"
    if (_ES.search(lower) or _O_ES.search(lower)) and not _CHE.search(lower):
        return word[:-2]
    return word[:-1]


def _like(pattern: str, word: str) -> str:
    """Give ``word`` the capitals of ``pattern``."""
    if pattern.isupper():
        return word.upper()
    return word.capitalize() if pattern[:1].isupper() else word


def singular_name(name: str) -> str:
    """Put the head word of a name into the singular: the last word, or the last before *of*, *for* or *with*.

    >>> singular_name("large language models"), singular_name("rates of convergence")
    ('large language model', 'rate of convergence')
    """
    phrase, rest = _split_postmodifier(name)
    before, space, head = phrase.rpartition(" ")
    return before + space + singular(head) + rest


def _split_postmodifier(name: str) -> tuple[str, str]:
    """Split *rate of convergence* before its preposition."""
    post = _POSTMODIFIER.search(name)
    return (name[: post.start()], name[post.start() :]) if post and post.start() else (name, "")


def without_abbreviation(name: str) -> str:
    """Take out abbreviations in brackets that stand behind what they abbreviate.

    >>> without_abbreviation("out-of-distribution (OOD) detection"), without_abbreviation("Llama (RLHF)")
    ('out-of-distribution detection', 'Llama (RLHF)')
    """

    def keep(bracket: re.Match[str]) -> str:
        initials = iter(word[0].casefold() for word in re.split(r"[\s-]+", name[: bracket.start()]) if word)
        letters = [letter.casefold() for letter in bracket[1] if letter.isupper()]
        return "" if len(letters) > 1 and all(letter in initials for letter in letters) else bracket[0]

    return _BRACKETED.sub(keep, name) if "(" in name else name


@lru_cache(maxsize=1 << 14)
def key(name: str) -> str:
    """Give the key under which two names are the same name.

    Unicode compatibility forms, case, hyphens, quotation marks, the plural of the head word, the space before a number
    and an abbreviation in brackets behind what it abbreviates are set aside; British spelling is American; Greek letters
    are spelled out; all other punctuation counts.

    >>> key("Large-Language Models") == key("large language model"), key("CIFAR10") == key("CIFAR-10")
    (True, True)
    >>> key("C++") == key("C"), key("CIFAR-10") == key("CIFAR-100")
    (False, False)
    """
    text = without_abbreviation(unicodedata.normalize("NFKC", name))
    text = _POSSESSIVE.sub("", _QUOTES.sub("", text))
    if " " not in text:
        text = _DASHES.sub(" ", text)  # "mixtures-of-experts" has its head before the "of"
    # The singular is taken while the name still has its capitals: they tell "GPS" from "GPs".
    text = singular_name(" ".join(text.split())).translate(_GREEK)
    text = _LETTER_DIGIT.sub(" ", _DASHES.sub(" ", text))
    return american(" ".join(text.casefold().split())) or name


_PLURALS = {one: many for many, one in _IRREGULAR.items() if one not in ("person", "life")}
_ADDS_ES = re.compile(r"(?:s|x|z|ch|sh)$", re.IGNORECASE)


def plural_name(name: str) -> str:
    """Put the head word of a name into the plural, as it is written in English prose.

    >>> plural_name("policy"), plural_name("random matrix"), plural_name("LLM"), plural_name("rate of convergence")
    ('policies', 'random matrices', 'LLMs', 'rates of convergence')
    """
    phrase, rest = _split_postmodifier(name)
    cut = max(phrase.rfind(" "), phrase.rfind("-")) + 1
    return phrase[:cut] + _plural(phrase[cut:]) + rest


def _plural(word: str) -> str:
    lower = word.casefold()
    if lower in _PLURALS:
        return _like(word, _PLURALS[lower])
    if word.isupper() or not word[-1:].isalpha():
        return word + "s"
    if lower.endswith("y") and lower[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if _ADDS_ES.search(lower) else "s")
