"""What stands around an abstract and is none of it: the heading *Abstract*, lines of copyright, words in its place."""

from __future__ import annotations

import re

# After these, "abstract" is part of a term: abstract interpretation, abstract meaning representation.
_TERMS = (
    "Algebra|Argument|Argumentation|Art|Base|Class|Concept|Data|Dialectical|Domain|Elementary|Game|Grammar|Graph|Harmonic|"
    "Interpretation|Language|Logic|Machine|Meaning|Model|Modell?ing|Noun|Object|Pattern|Plan|Planning|Reasoning|"
    "Rewriting|Scene|Screening|Semantics?|State|Structure|Summari[sz]ation|Syntax|Text|Thinking|Thought|Type|Visual|Wiener|"
    "Word|World"
)
_HEADING = re.compile(
    r"(?:abstract|summary|synopsis)\s*(?:[:：—–]|\.(?!\w)|\.(?=(?-i:[A-Z]))|\n\n|-(?=(?-i:[A-Z]))|-\s)\s*|"
    r"(?-i:Abstract|Summary|Synopsis|ABSTRACT|SUMMARY|SYNOPSIS)(?:\s*|\s+[-•|]\s*)"
    r"(?=(?-i:A|An|As|At|Because|Both|By|Despite|Due|Each|For|From|Given|Here|How|However|If|In|It|Many|Most|On|One|Our|"
    r"Over|Recent|Recently|Several|Since|Some|Such|That|The|There|These|They|This|To|Two|Under|Until|Using|We|What|When|"
    r"While|With)\s(?-i:[a-z(\d\"“$]|[A-Z]+\b))|"
    rf"(?-i:Abstract|ABSTRACT)\s+(?=(?-i:(?!(?:{_TERMS})s?\b)[A-Z][a-z]+,?\s[a-z(]))|"
    r"(?-i:ABSTRACT|SUMMARY)\s+(?=(?-i:[A-Z][a-z]))|"
    r"summary form only given[.,;]?\s*",
    re.IGNORECASE,
)
_HOLDER = (
    "Elsevier|Springer|Wiley|Blackwell|IEEE|Taylor|Francis|Informa|Oxford|Cambridge|SAGE|MDPI|Emerald|Association|Society|"
    "Institut|Academy|Academic|University|Press|Publish|Verlag|Author|author|Inc\\b|Ltd|Limited|LLC|GmbH|B\\.V|S\\.A|AG\\b|ACM|AAAI|"
    "ACL|ACS|AIP|APS|ASME|SPIE|IOP|IFAC|EURASIP|Hindawi|Frontiers|BMJ|Nature|Macmillan|Kluwer|Pergamon|Karger|Thieme|"
    "Copyright|reserved|Creative Commons|CC.BY|license|Licen[sc]ee|AUTHOR|PUBLI"
)
_YEAR = r"(?:19|20)\d\d"
_SIGN = r"(?:©|\([cC]\)|Copyright)"
# What it can begin with comes first, since it is tried at every place.
_MARK = re.compile(
    r"(?=[A-Z©(\[12]|author|reserved|license)(?:"
    rf"(?:Crown\s+|Text\s+)?{_SIGN}[\s,]*(?:{_SIGN}[\s,]*)?(?={_YEAR}\b|[^.]{{0,60}}?(?:{_HOLDER}|{_YEAR}))|"
    rf"(?:{_YEAR},?\s+)?(?:The Authors?\.\s+)?Published by (?:{_HOLDER})|"
    rf"(?:{_YEAR},?\s+[A-Z]|(?:{_HOLDER}))[^.]{{0,60}}(?:\.\s?V)?\.?,?\s+All rights reserved|"
    r"All rights reserved|\[?ABSTRACT FROM (?:AUTHOR|PUBLISHER)|\[PUBLICATION ABSTRACT\]|Copyright of |"
    r"[(\[]?(?:APA )?Psyc[A-Za-z]+ Database Record|IEEE\.?\Z)"
)
# At the beginning, as Scopus has it: up to a full stop that is no initial's, and what else is said of rights.
_FIRST_MARK = re.compile(
    rf"(?:©[\s,]*(?:Copyright)?|\([cC]\)|Copyright\s*(?:©|\([cC]\)|(?={_YEAR})))(?=[^.]{{0,100}}?(?:{_YEAR}|{_HOLDER}))"
)
_STOP = re.compile(
    r"(?:(?<=[BNS]\.[AV])|(?<!\s[A-Z])(?<!\.[A-Z]))\.(?:\s+(?=[A-Z\d“\"(\[$])|(?=[A-Z][a-z]*\s)(?!(?:V|A)\.))"
)
_MORE_OF_RIGHTS = re.compile(
    r"All rights reserved|(?:Published|Production|Hosted|Licensed) (?:and hosting )?(?:by|in|under|to)\b|Licensee\b|"
    r"This is an [Oo]pen [Aa]ccess article|Open [Aa]ccess\b|(?:Inc|Ltd|LLC|AG|GmbH)\."
)
_EBSCO = re.compile(r"(?:\[?ABSTRACT FROM (?:AUTHOR|PUBLISHER)S?\.?\]?\s+)?Copyright of .{1,300}?\bproperty of")
_MAX_ROUNDS = 8
# As they stand on lines of their own.
_LABELS = (
    r"Aims?|Approach|Backgrounds?|Conclusions?|Contributions?|Context|Data|Design|Design[/ ]methodology[/ ]approach|Discussion|"
    r"Findings|Introduction|Interpretation|Limitations|Materials? and methods?|Methodology|Methods?|"
    r"Methods and results|Motivation|Objectives?|Originality[/ ]value|Outcomes|Practical implications|Problem|Purpose|"
    r"Research limitations[/ ]implications|Results?|Results and conclusions?|Results and discussion|Setting|"
    r"Significance|Study design|Summary|Theory"
)
_LABEL_LINE = rf"((?=[A-Z])(?i:{_LABELS})):?[ \t]*+\r?\n\s*+(?=[A-Z0-9(\[\"“$\\])"
_FIRST_LABEL = re.compile(rf"\s*+{_LABEL_LINE}")
_LATER_LABEL = re.compile(rf"\n(?:(?<=[.!?:;)\]\"”’ \t\n]\n)|(?<=[.!?:;)\]\"”’ \t\n]\r\n))[ \t]*+{_LABEL_LINE}")
_HOLDERS = re.compile(_HOLDER)
_PROSE = re.compile(r"\b(?:[Ww]e|our|show|shows|propose|proposed|study|studied|results|used|using)\b")
_MAX_TAIL = 300
_MAX_EBSCO = 800
_ENDED = re.compile(r"[.!?)\]\"”’;\n]\s*\Z|\A\s*\Z")


def without_heading(abstract: str) -> str:
    """Drop the heading that stands before an abstract.

    >>> without_heading("Abstract: We prove it."), without_heading("Abstract Meaning Representation is hard.")
    ('We prove it.', 'Abstract Meaning Representation is hard.')
    """
    if abstract[:1] not in "AaSs":
        return abstract
    if abstract.startswith(("Author(s): ", "Advisor(s): ")):
        people, _, rest = abstract.partition("Abstract: ")
        return rest if rest and people.endswith("| ") else abstract
    start = 0
    while (heading := _HEADING.match(abstract, start)) and heading.end() < len(abstract):
        start = heading.end()
    return abstract[start:]


def mark_sections(raw: str) -> str:
    r"""Set a colon after labels of sections that have a line of a raw abstract to themselves.

    >>> mark_sections("Background\nGraphs matter.\nMethods\nWe parse.")
    'Background: Graphs matter.\nMethods: We parse.'
    """
    if "\n" not in raw:
        return raw
    if first := _FIRST_LABEL.match(raw):
        raw = f"{first[1]}: {raw[first.end() :]}"
    return _LATER_LABEL.sub(r"\n\1: ", raw)


def without_copyright(abstract: str) -> str:
    """Drop the lines of copyright, and databases' remarks on them, that stand before or after an abstract.

    >>> without_copyright("We prove it. © 2021 Elsevier Ltd"), without_copyright("It is (c) 2 and © 3.")
    ('We prove it.', 'It is (c) 2 and © 3.')
    >>> without_copyright("© 2017 IEEE. We prove it.")
    'We prove it.'
    """
    for _ in range(_MAX_ROUNDS):
        shorter = _without_last(_without_first(abstract))
        if shorter == abstract:
            break
        abstract = shorter
    return abstract


def _without_first(abstract: str) -> str:
    if abstract[:1] not in "©(C":
        return abstract
    mark = _FIRST_MARK.match(abstract)
    stop = _STOP.search(abstract, mark.end(), _MAX_TAIL) if mark else None
    if not stop or _PROSE.search(abstract, 0, stop.start()):
        return abstract
    while more := _MORE_OF_RIGHTS.match(abstract, stop.end()):
        following = _STOP.search(abstract, more.end() - 1, more.end() + _MAX_TAIL)
        if not following:
            return abstract
        stop = following
    return abstract[stop.end() :]


def _without_last(abstract: str) -> str:
    tail = abstract[-_MAX_TAIL:]
    if not (
        "©" in tail
        or ("(" in tail and ("(C)" in tail or "(c)" in tail))
        or ("right" in tail and ("Copyright" in tail or "rights reserved" in tail))
        or "Published by" in tail
        or "ABSTRACT" in tail
        or tail.endswith(("IEEE", "IEEE."))
    ):
        return abstract
    tail = abstract[-_MAX_EBSCO:]
    for mark in _MARK.finditer(tail):
        rest = tail[mark.start() :]
        if not _ENDED.search(tail[: mark.start()]) or not (_EBSCO.match(rest) or _is_copyright(rest)):
            continue
        return abstract[: len(abstract) - len(rest)].rstrip()
    return abstract


def _is_copyright(rest: str) -> bool:
    return len(rest) <= _MAX_TAIL and bool(_HOLDERS.search(rest)) and not _PROSE.search(rest)
