"""The ids by which papers are known everywhere: DOI, arXiv, OpenReview, ACL Anthology, PubMed, Semantic Scholar.

An id is written with its scheme before it, in one spelling: ``doi:10.1000/182``, ``arxiv:2101.00001``,
``openreview:rkgHY0NYwr``, ``acl:2022.acl-long.17``, ``pmid:28012345``, ``corpusid:13756489``. The functions take any text, raise nothing, and give
"" for what is no such id.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 1000
_DOI = re.compile(
    r"(?:https?://)?(?:(?:dx\.|www\.)?doi\.org/)?(?:doi\s*[:=]?\s*|(?:artn|pii|unsp)\s+\S+\s+)?(10\.[0-9]{4,9}/\S+)",
    re.IGNORECASE,
)
_AT_PUBLISHER = re.compile(
    r"https?://(?:dl\.acm\.org|[a-z-]+\.wiley\.com|link\.springer\.com|(?:www\.)?tandfonline\.com|[a-z]+\.sagepub\.com|"
    r"epubs\.siam\.org|pubs\.acs\.org|journals\.(?:aps|plos)\.org|"
    r"(?:www\.)?(?:science|pnas|frontiersin|biorxiv|medrxiv)\.org)/"
    r"(?:[a-z]+/){1,3}(?:article\?id=)?(10\.[0-9]{4,9}/[^\s?#&]+)",
    re.IGNORECASE,
)
"""The page that a publisher has of a paper, whose address has the DOI in it."""
_OF_PAGE = re.compile(
    r"(?:/(?:abstract|epdf|full|fulltext|meta|pdf|references|summary)|(?<!/)\.(?:abstract|full|html|pdf)|(?<=[0-9])v[0-9]{1,2})+\Z"
)
"""What stands behind the DOI there: how the paper is shown, and of preprints the version."""
_DOI_ADDRESS = re.compile(r"(?:https?://(?:(?:dx|www)\.)?doi\.org/|doi:\s*)?10\.[0-9]{4,9}(?:/|%2F)", re.IGNORECASE)
_ARXIV_DOI = "10.48550/arxiv."
_ACL_DOI = re.compile(r"10\.(?:18653|3115)/v1/")
_OF_ARCHIVES = (_ARXIV_DOI, "10.18653/v1/", "10.3115/v1/")
# https://info.arxiv.org/help/arxiv_identifier.html: YYMM.NNNNN since 2007, archive.CL/YYMMNNN before.
_ARXIV = re.compile(
    r"(?:arxiv\s*:\s*|https?://(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html|format|src|e-print)/)?"
    r"(?:(?P<new>[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5})"
    r"|(?P<archive>[a-z][a-z-]{0,8}[a-z])(?:\.[a-z]{2})?/(?P<old>[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3}))"
    r"(?:v[0-9]+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?/?(?:[?#].*)?",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_NUMBER = re.compile(r"([0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5})(?:v[0-9]{1,2})?", re.ASCII)
_OPENREVIEW = re.compile(
    r"(?:openreview\s*:\s*|https?://(?:www\.|api2?\.)?openreview\.net/[a-z]+\?(?:[^#]*&)?id=)?"
    r"([a-z0-9_-]{4,64})(?:[&#].*)?",
    re.IGNORECASE | re.ASCII,
)
# https://aclanthology.org/info/ids/
_ACL = re.compile(
    r"(?:acl\s*:\s*|https?://(?:www\.)?(?:aclanthology\.org|aclanthology\.info/papers|aclweb\.org/anthology)/(?:papers/)?)?"
    r"(?:(?P<new>[0-9]{4}\.[a-z0-9_]+-[a-z0-9_]+\.[0-9]+)|(?P<old>[a-z][0-9]{2}-[0-9]{4,5}))"
    r"(?:v[0-9]+)?(?:\.(?:pdf|bib))?/?(?:[?#].*)?",
    re.IGNORECASE | re.ASCII,
)
_PMID = re.compile(
    r"(?:(?:pmid|pubmed(?:\s+id)?)\s*:?\s*|https?://(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed)/)?"
    r"0*([1-9][0-9]{0,8})(?:\.0)?/?(?:[?#].*)?",
    re.IGNORECASE | re.ASCII,
)
_CORPUS_ID = re.compile(
    r"(?:corpusid\s*:\s*|https?://api\.semanticscholar\.org/corpusid:)?0*([1-9][0-9]{0,11})(?:\.0)?",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_WITHIN = re.compile(
    r"\barxiv(?:\.org/(?:abs|pdf)/|\s*(?:preprint\s*)?(?:arxiv)?\s*:\s*|\s*[.]\s*)((?:[a-z][a-z.-]+/)?[0-9][0-9.]{4,10}[0-9])",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"https?://(?:[^/]*(?:arxiv\.org|openreview\.net|aclanthology\.|aclweb\.org|nih\.gov|semanticscholar\.org)|"
    r"[\s\S]{0,22}10\.)|(?:arxiv|openreview|acl|pmid|corpusid|doi)\s*:",
    re.IGNORECASE,
)
"""What may be an id: the address of a site that has them or with a DOI at its beginning, or the name of a scheme."""


def doi(raw: str) -> str:
    """Normalise a DOI: no resolver, lower case.

    >>> doi("https://doi.org/10.1000/ABC"), doi("doi: 10.1000/abc."), doi("none")
    ('10.1000/abc', '10.1000/abc', '')
    >>> doi("https://dl.acm.org/doi/pdf/10.1145/123.45"), doi("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full")
    ('10.1145/123.45', '10.1101/2020.01.01.123456')
    """
    raw = raw[:_LONGEST].strip()
    if raw[:4].lower() == "http" or "%2f" in raw[:40].lower():
        raw = unquote(raw).encode("utf-8", "replace").decode()
    if found := _DOI.match(raw):
        name = found[1]
    elif found := _AT_PUBLISHER.match(raw):
        name = _OF_PAGE.sub("", found[1].lower())
    else:
        return ""
    name = "".join(filter(str.isprintable, name)).rstrip(".,;").lower()
    return name if name.partition("/")[2] else ""


def arxiv(raw: str) -> str:
    """Normalise an arXiv id, also from an address or a DOI: without version and subject class.

    >>> arxiv("arXiv:2101.00001v2 [cs.LG]"), arxiv("https://arxiv.org/pdf/math.GT/0309136"), arxiv("10.48550/arXiv.0704.0001")
    ('2101.00001', 'math/0309136', '0704.0001')
    """
    raw = raw[:_LONGEST].strip()
    if "10." in raw[:30] and (name := doi(raw)).startswith(_ARXIV_DOI):
        raw = name.removeprefix(_ARXIV_DOI)
    found = _ARXIV.fullmatch(raw)
    if not found:
        return ""
    return found["new"] or f"{found['archive'].lower()}/{found['old']}"


def find_arxiv(text: str) -> str:
    """Find an arXiv id where a journal is named, or a remark stands.

    >>> find_arxiv("arXiv preprint arXiv:2101.00001"), find_arxiv("see https://arxiv.org/abs/2101.00001v2"), find_arxiv("arXiv")
    ('2101.00001', '2101.00001', '')
    """
    return next((name for found in _ARXIV_WITHIN.finditer(text) if (name := arxiv(found[1]))), "")


def openreview(raw: str) -> str:
    """Find the id of a forum of OpenReview, also in its address.

    >>> openreview("https://openreview.net/forum?id=rkgHY0NYwr&noteId=x"), openreview("no id")
    ('rkgHY0NYwr', '')
    """
    found = _OPENREVIEW.fullmatch(raw[:_LONGEST].strip())
    return found[1] if found else ""


def acl(raw: str) -> str:
    """Normalise an id of the ACL Anthology, also from an address or a DOI.

    >>> acl("https://aclanthology.org/2022.acl-long.17/"), acl("10.18653/v1/p18-1001"), acl("P18-1001v2.pdf")
    ('2022.acl-long.17', 'P18-1001', 'P18-1001')
    """
    raw = raw[:_LONGEST].strip()
    if "10." in raw[:30] and (prefix := _ACL_DOI.match(name := doi(raw))):
        raw = name[prefix.end() :]
    found = _ACL.fullmatch(raw)
    if not found:
        return ""
    return found["new"].lower() if found["new"] else found["old"].upper()


def pmid(raw: str) -> str:
    """Normalise a PubMed id; 0 is none.

    >>> pmid("PMID: 028012345"), pmid("https://pubmed.ncbi.nlm.nih.gov/28012345/"), pmid("0"), pmid("PMC28012")
    ('28012345', '28012345', '', '')
    """
    found = _PMID.fullmatch(raw[:_LONGEST].strip())
    return found[1] if found else ""


def corpus_id(raw: str) -> str:
    """Normalise a corpus id of Semantic Scholar; 0 is none.

    >>> corpus_id("CorpusID:13756489"), corpus_id("https://api.semanticscholar.org/CorpusID:13756489"), corpus_id("x")
    ('13756489', '13756489', '')
    """
    found = _CORPUS_ID.fullmatch(raw[:_LONGEST].strip())
    return found[1] if found else ""


SCHEMES: dict[str, Callable[[str], str]] = {
    "doi": doi,
    "arxiv": arxiv,
    "openreview": openreview,
    "acl": acl,
    "pmid": pmid,
    "corpusid": corpus_id,
}
"""What normalises the ids of each scheme; the strongest scheme first."""

_SHOWN = {"doi": "", "arxiv": "arXiv:", "corpusid": "CorpusID:"}
_ADDRESSES = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "openreview": "https://openreview.net/forum?id=",
    "acl": "https://aclanthology.org/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "corpusid": "https://api.semanticscholar.org/CorpusID:",
}


def parse(raw: str) -> tuple[str, ...]:
    """Give the ids that a text stands for if it says itself of which scheme it is.

    That does an address, a DOI, ``arXiv:…``, and a whole number as arXiv gives them since 2007, which nothing else is like.

    >>> parse("https://arxiv.org/abs/2101.00001v1"), parse("10.18653/v1/P18-1001"), parse("2101.00001"), parse("P18-1001")
    (('arxiv:2101.00001',), ('doi:10.18653/v1/p18-1001', 'acl:P18-1001'), ('arxiv:2101.00001',), ())
    """
    if "." not in raw and ":" not in raw:
        return ()
    raw = raw[:_LONGEST].strip()
    if raw[4:5] == "." and (number := _ARXIV_NUMBER.fullmatch(raw)):
        return (f"arxiv:{number[1]}",)
    if ":" not in raw and "10." not in raw:
        return ()
    if _DOI_ADDRESS.match(raw) or ("10." in raw and _AT_PUBLISHER.match(raw)):
        name = doi(raw)
        return (f"doi:{name}", *within_doi(name)) if name else ()
    if not _NAMED.match(raw):
        return ()
    for scheme in ("arxiv", "acl", "openreview", "pmid", "corpusid"):
        if value := SCHEMES[scheme](raw):
            return (f"{scheme}:{value}",)
    return ()


def within_doi(name: str) -> tuple[str, ...]:
    """Give the ids of arXiv and the ACL Anthology that a DOI, as :func:`doi` writes it, has in it.

    >>> within_doi("10.48550/arxiv.2101.00001"), within_doi("10.1000/182")
    (('arxiv:2101.00001',), ())
    """
    if not name.startswith(_OF_ARCHIVES):
        return ()
    return tuple(f"{scheme}:{value}" for scheme in ("arxiv", "acl") if (value := SCHEMES[scheme](name)))


def candidates(raw: str) -> tuple[str, ...]:
    """Give the ids that a text may stand for, also where it does not say of which scheme it is.

    >>> candidates("2101.00001v2"), candidates("arXiv:2101.00001")
    (('arxiv:2101.00001',), ('arxiv:2101.00001',))
    """
    if found := parse(raw):
        return found
    return tuple(f"{scheme}:{value}" for scheme, normalise in SCHEMES.items() if (value := normalise(raw)))


def shown(name: str) -> str:
    """Write an id as people do.

    >>> shown("doi:10.1000/182"), shown("arxiv:2101.00001"), shown("acl:P18-1001")
    ('10.1000/182', 'arXiv:2101.00001', 'acl:P18-1001')
    """
    scheme, _, value = name.partition(":")
    return _SHOWN.get(scheme, scheme + ":") + value


def spelled(raw: str) -> str:
    """Write an id as people do where it is an address, a DOI or names its scheme; any other stays as it is.

    >>> spelled("http://arxiv.org/abs/1707.00001v1"), spelled("doi:10.1000/ABC"), spelled("1707.00001"), spelled("x/1")
    ('arXiv:1707.00001', '10.1000/abc', '1707.00001', 'x/1')
    """
    if not (":" in raw or "10." in raw) or not (_NAMED.match(raw) or _DOI_ADDRESS.match(raw)):
        return raw
    found = parse(raw)
    return shown(found[0]) if found else raw


def address(name: str) -> str:
    """Give the web address of the paper that has an id; "" for what is no id of these schemes.

    >>> address("arxiv:astro-ph/0601001"), address("acl:2022.acl-long.17")
    ('https://arxiv.org/abs/astro-ph/0601001', 'https://aclanthology.org/2022.acl-long.17/')
    """
    scheme, _, value = name.partition(":")
    if not value or SCHEMES.get(scheme, str)(value) != value or scheme not in _ADDRESSES:
        return ""
    end = "/" if scheme in ("acl", "pmid") else ""
    return _ADDRESSES[scheme] + quote(value, safe="/:;()!$&'*+,=@", errors="surrogatepass") + end
