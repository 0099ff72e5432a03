"""Which links of a Markdown list lead to papers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from kg import paper_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kg.read.markdown_blocks import Inline

_PAPER_LINK = re.compile(r"\W*(?:(?:full |the )?(?:paper|pdf|preprint)(?: link)?|论文)\W*", re.IGNORECASE)
_FEWEST_WORDS = 4
"""Words of a link to a PDF that is a title."""
_HOSTS = frozenset(
    {
        *("academic.oup.com", "aclanthology.org", "aclweb.org", "alphaxiv.org", "api.semanticscholar.org", "arxiv.org"),
        *(
            "biorxiv.org",
            "cambridge.org",
            "cell.com",
            "citeseerx.ist.psu.edu",
            "cv-foundation.org",
            "dl.acm.org",
            "doi.org",
        ),
        *(
            "ecva.net",
            "eprint.iacr.org",
            "frontiersin.org",
            "huggingface.co/papers",
            "iclr.cc",
            "icml.cc",
            "ieeexplore.ieee.org",
        ),
        *(
            "ijcai.org",
            "iopscience.iop.org",
            "isca-speech.org",
            "jmlr.org",
            "journals.aps.org",
            "journals.plos.org",
            "jstor.org",
        ),
        *(
            "link.springer.com",
            "mdpi.com",
            "medrxiv.org",
            "nature.com",
            "ncbi.nlm.nih.gov",
            "neurips.cc",
            "ojs.aaai.org",
        ),
        *("onlinelibrary.wiley.com", "openaccess.thecvf.com", "openreview.net", "papers.neurips.cc", "papers.nips.cc"),
        *("papers.ssrn.com", "pdfs.semanticscholar.org", "pnas.org", "proceedings.mlr.press", "proceedings.neurips.cc"),
        *(
            "pubmed.ncbi.nlm.nih.gov",
            "pubs.acs.org",
            "researchgate.net/publication",
            "roboticsproceedings.org",
            "science.org",
        ),
        *("sciencedirect.com", "semanticscholar.org", "tandfonline.com", "vldb.org"),
    }
)
"""Where papers are; an item of a list that leads to none of these is no paper."""


def is_paper_link(address: str) -> bool:
    """Tell an address at which papers are."""
    if paper_ids.parse(address):
        return True
    try:
        parts = urlsplit(address)
        host, path = (parts.hostname or "").removeprefix("www."), parts.path.strip("/")
    except ValueError:
        return False
    if not path:
        return False
    return host in _HOSTS or f"{host}/{path.partition('/')[0]}" in _HOSTS


def leads_to_paper(item: Inline) -> bool:
    """Tell whether a link leads to where papers are, is called a paper, or is a PDF's with a title.

    >>> from kg.read.markdown_blocks import parse_inline
    >>> leads_to_paper(parse_inline("On Graphs [[pdf]](https://example.org/1)")), leads_to_paper(parse_inline("[a](#b)"))
    (True, False)
    """
    return any(
        is_paper_link(address)
        or (
            address.startswith(("http://", "https://"))
            and (
                bool(_PAPER_LINK.fullmatch(text))
                or (address.lower().endswith(".pdf") and len(text.split()) >= _FEWEST_WORDS)
            )
        )
        for text, address in item.links
    )


def is_unlinked(item: Inline) -> bool:
    """Tell a title whose link leads nowhere yet: ``[On Graphs of Trees]()``."""
    return any(not address and len(text.split()) > 2 for text, address in item.links)


def ids(addresses: Iterable[str]) -> Iterator[tuple[str, object]]:
    """Yield the ids that addresses stand for, the first of each scheme."""
    seen: set[str] = set()
    for address in addresses:
        for name in paper_ids.parse(address):
            scheme, _, value = name.partition(":")
            if scheme not in seen:
                seen.add(scheme)
                yield (scheme if scheme in ("doi", "pmid") else f"{scheme} id"), value
