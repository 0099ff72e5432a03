"""What the lines of Markdown lists hold: labels, titles with numbers and marks around them, links to papers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.read.fields import field_of
from kg.read.markdown_links import is_paper_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kg.read.markdown_blocks import Inline

_LABELS = {
    **dict.fromkeys(("title", "paper title", "paper", "标题", "题目", "论文标题", "タイトル"), "title"),
    **dict.fromkeys(("abstract", "摘要", "概要", "要旨", "초록", "resumen", "résumé", "zusammenfassung"), "abstract"),
    **dict.fromkeys(("author", "authors", "作者", "著者", "autores", "auteurs", "autoren"), "authors"),
    **dict.fromkeys(("venue", "conference", "journal", "published in", "会议", "期刊"), "venue"),
    **dict.fromkeys(
        ("year", "date", "publication date", "publish date", "published", "发布日期", "发表日期", "年份", "日期"),
        "year",
    ),
    **dict.fromkeys(("url", "link", "links", "source", "链接"), "url"),
    **dict.fromkeys(("pdf", "paper link", "论文", "论文地址", "论文下载链接", "论文链接"), "paper"),
    **dict.fromkeys(("keywords", "tags", "关键词"), "keywords"),
    **dict.fromkeys(("doi", "arxiv", "arxiv id"), "doi"),
}
_LABEL = re.compile(
    r"[\s>*_#`-]*([^\W\d_][^\W\d_ ]{0,15}(?: [^\W\d_]{1,10})?)[*_` ]*(?::[*_]*(?=\s|[^\x00-\x7f]|$)|：[*_]*)[ \t]*"
)
_BARE_ABSTRACT = re.compile(
    r"[\W_]*(?:abstract|摘要|概要|要旨)[*_` ]*(?:[(（][^()（）]{1,20}[)）])?[*_` .:：]*", re.IGNORECASE
)
_ABSTRACT_START = re.compile(r"[\s>]*(?:\*\*|__|\*|_)abstract(?:\*\*|__|\*|_)?[\s.—–-]+(?=\S)", re.IGNORECASE)
_MAYBE_TITLES = frozenset({"article", "name", "paper", "paper name", "papers", "publication", "work", "論文", "论文"})
_COLUMNS = {
    **dict.fromkeys(_MAYBE_TITLES, "title"),
    **dict.fromkeys(("title & authors", "论文名称", "题目", "标题", "论文标题", "论文题目", "タイトル"), "title"),
    **dict.fromkeys(("摘要", "概要"), "abstract"),
    **dict.fromkeys(("作者", "著者"), "authors"),
    **dict.fromkeys(("pub", "pub.", "published in", "会议", "期刊"), "venue"),
    **dict.fromkeys(("submitted", "年份", "日期"), "year"),
}
_MORE_PEOPLE = re.compile(r"(?<!\s)\s*\+\s?[0-9]{1,4}(?: more)?\Z")
_ANY_LABEL = re.compile(r"\s*([*_]{2})[^*_:\n]{1,30}(?::\1|\1:)")
_NUMBER = re.compile(r"\A\s*(?:[(\[]?[0-9]{1,4}(?:[.)\]:、．]|\s[-–—])|[-*+•]|#{1,6})\s+")
_MARKS = re.compile(r"(?:(?<!\S):[a-z0-9_+-]+:(?!\S))|[\u2600-\u27bf\u2b50\U0001f300-\U0001faff\ufe0f\u200d]+")
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]{8,300}?)(?<=\S)\*\*|__(?=\S)([^_\n]{8,300}?)(?<=\S)__")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,300})[\"”]")
_ITALIC = re.compile(r"\s*([*_])(?=[^\s*_])([^*_\n]{8,300})(?<=\S)\1(?=\s*(?:[,(\[]|by\b|$))", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_BRACKETED = re.compile(r"^\s*(?:\[[^\[\]\n]{1,40}\]|\([^()\n]{1,40}\)|【[^【】\n]{1,40}】)\s*")
_ENDS_TITLE = re.compile(r"(?<!\s)\s*(?:[\[(|]|\. (?=[*_]{0,3}[A-Z])|https?://| [-–—] )")
_GENERIC_LINK = re.compile(
    r"\W*(?:(?:full |the |official |project |arxiv |open ?review )?(?:paper|pdf|arxiv|code|link|html|abs|page|website|blog|video"
    r"|slides?|poster|github|bibtex|bib|here|data(?:set)?|demo|doi|url|openreview|source|supp(?:lementary)?|project|model|web"
    r"|talk|youtube|论文|代码|链接)(?: (?:link|page))?[\s\d]*|https?://.*|arxiv[:\s]?[\d.v]+.*|\[?\d{4}\.\d{4,5}\]?)\W*",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"<summary[^<>]{0,200}>", re.IGNORECASE)
_SUMMARY_END = re.compile(r"</summary\s*>", re.IGNORECASE)
_DETAILS_END = re.compile(r"</details\s*>", re.IGNORECASE)
_LONGEST_SUMMARY = 500
_NO_TEXT_OF_IT = re.compile(r"^[ \t]*+(?:\{:[^{}\n]*+\}|(?:```|~~~)[a-z]{0,10})[ \t]*$", re.MULTILINE)
"""Lines of ``<details>`` that only say how it looks: fences, and attributes as kramdown has them."""
_FAILED = re.compile(r"\s*+(?:<think>|.{0,10}生成失败)")
"""What programs wrote that should have put an abstract into other words."""
_YEAR = re.compile(r"(?<![0-9./])(?:19|20)[0-9]{2}(?![0-9])(?!\.[0-9]{4})")
_VENUE = re.compile(
    r"(?<![\w/-])(3DV|[A-Z]*AACL|AAAI|AISTATS|ACL|ACCV|ACM ?MM|[Aa]r[Xx]iv|ASRU|BMVC|CHI|CIKM|COLING|COLM|COLT|CoLT|CoNLL|CoRL|CVPR|EACL"
    r"|ECCV|ECML|EMNLP|ICASSP|ICCV|ICDE|ICDM|ICLR|ICML|ICRA|ICSE|IJCAI|IJCNLP|IJCV|INTERSPEECH|Interspeech|IROS|ISMIR|JAIR|JMLR|KDD"
    r"|LREC|MICCAI|MLSys|NAACL|NeurIPS|NIPS|PAMI|RecSys|RSS|SIGGRAPH|SIGIR|SIGMOD|TACL|TIP|TKDE|TMLR|TNNLS|TOG|TPAMI|UAI|VLDB|WACV|WMT"
    r"|WSDM|WWW)(?:,? (?=20[0-9]{2}(?![0-9]))| ?['’](?=[0-9]{2}(?![0-9])))"
)
"""Venues before a year; what else stands there, such as *DeepMind 2021*, is none."""
_VENUE_AND_YEAR = re.compile(r"(.*\w)\W+((?:19|20)[0-9]{2})(?:\s?\([^()]{1,30}\))?")
_YEAR_AT_END = re.compile(r"\s*(?:\(((?:19|20)[0-9]{2})\)|,\s*((?:19|20)[0-9]{2})(?:[./-][0-9]{1,2})?)\Z")
_LONGEST_NAME = 3
"""Words of people's names; fewer in italics may be such."""
_BOLD_LINE = re.compile(r"\s*(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1[\s.:]*")


def split_label(line: str) -> tuple[str, str]:
    """Split the label off a line; its field is "" where there is none.

    >>> split_label("**Abstract**: We prove."), split_label("摘要：证明"), split_label("BERT: a model")
    (('abstract', 'We prove.'), ('abstract', '证明'), ('', 'BERT: a model'))
    """
    found = _LABEL.match(line)
    field = _LABELS.get(found[1].casefold().strip(), "") if found else ""
    if found and field:
        value = line[found.end() :].strip()
        return "paper" if field == "title" and value and is_generic(value) else field, value
    if started := _ABSTRACT_START.match(line):
        return "abstract", line[started.end() :].strip()
    return "", line


def says_title(text: str) -> bool:
    """Tell an item that is labelled as a title, not perhaps as a kind of link.

    >>> says_title("**Title:** On Graphs"), says_title("Paper: On Graphs")
    (True, False)
    """
    found = _LABEL.match(text)
    name = found[1].casefold().strip() if found else ""
    return (
        name not in ("paper", "")
        and _LABELS.get(name) == "title"
        and bool(text[found.end() :].strip() if found else "")
    )


def has_label(text: str) -> bool:
    """Tell an item that begins with a label, whichever.

    >>> has_label("**Status**: done"), has_label("**On Graphs** and trees")
    (True, False)
    """
    return _ANY_LABEL.match(text) is not None


def labelled(label: str, value: str) -> Iterator[tuple[str, object]]:
    """Yield what a line with a label says: a venue may be named with its year; addresses are those of its links.

    >>> dict(labelled("venue", "*ICLR 2021*")), dict(labelled("authors", "*Ada Lovelace, Alan Turing*"))
    ({'venue': 'ICLR', 'year': '2021'}, {'authors': 'Ada Lovelace, Alan Turing'})
    """
    value = value.strip(" *_")
    if label == "authors":
        value = _MORE_PEOPLE.sub("", value)
    if label == "venue" and (found := _VENUE_AND_YEAR.fullmatch(value)):
        yield "venue", found[1]
        yield "year", found[2]
    elif label not in ("paper", "url"):
        yield label, value


def is_abstract_label(line: str) -> bool:
    """Tell the word *Abstract* on its own.

    >>> is_abstract_label("**Abstract**"), is_abstract_label("📄 摘要（原文）"), is_abstract_label("Abstract Meaning")
    (True, True, False)
    """
    return bool(_BARE_ABSTRACT.fullmatch(line))


def is_translated(label: str) -> bool:
    """Tell a label that is not in Latin letters, as that of a translation is, unless it says that it is the original's."""
    return not next(filter(str.isalpha, label), "a").isascii() and "原文" not in label[:50]


def column(name: str) -> str:
    """Find the field of a column; "" where it is none of a paper's."""
    if found := field_of(name):
        return found[0]
    return _COLUMNS.get(name.casefold().strip(), "")


def is_title(name: str) -> bool:
    """Tell a column that by its name has titles, not perhaps short names or links."""
    return column(name) == "title" and name.casefold().strip() not in _MAYBE_TITLES


def clean_title(text: str) -> str:
    """Strip numbers, emphasis, emoji and tags off a title.

    >>> clean_title("12. **[On Graphs]**"), clean_title(":star: *On Trees*"), clean_title("GraphNet - a survey")
    ('On Graphs', 'On Trees', 'GraphNet - a survey')
    """
    text = _MARKS.sub(" ", _TAG.sub(" ", text))
    text = _NUMBER.sub("", text, count=1)
    stripped = " ".join(text.split()).strip("*_`~ ")
    stripped = _NUMBER.sub("", stripped, count=1).strip("*_`~ ")
    if stripped.startswith("[") and stripped.endswith("]") and stripped.count("[") == 1:
        stripped = stripped[1:-1]
    if stripped[:1] == stripped[-1:] == '"' and stripped.count('"') == 2:
        stripped = stripped[1:-1].strip()
    return stripped if says_something(stripped) else ""


def says_something(text: str) -> bool:
    """Tell text from a dash, or what stands for what is not known yet.

    >>> says_something("—"), says_something("TODO"), says_something("On Graphs")
    (False, False, True)
    """
    if not any(map(str.isalnum, text)) or _FAILED.match(text):
        return False
    return text.strip(" *_.").casefold() not in ("n/a", "tbd", "tba", "todo", "coming soon")


def bold_line(text: str) -> str:
    """Find the title that a bold line is; "" where only some of it is bold.

    >>> bold_line("**On Graphs.**"), bold_line("**On Graphs**, 2020")
    ('On Graphs.', '')
    """
    found = _BOLD_LINE.fullmatch(text)
    title = clean_title(found[2]) if found else ""
    return title if is_telling(title) and not is_generic(title) else ""


def split_year(title: str) -> tuple[str, str]:
    """Split a year off the end of a title.

    >>> split_year("On Graphs (2021)"), split_year("On Graphs, 2021.05"), split_year("On 2021")
    (('On Graphs', '2021'), ('On Graphs', '2021'), ('On 2021', ''))
    """
    found = _YEAR_AT_END.search(title)
    return (title[: found.start()], found[1] or found[2]) if found else (title, "")


def is_generic(text: str) -> bool:
    """Tell the text of a link that says what kind of thing it leads to, or nothing.

    >>> is_generic("Paper"), is_generic("[PDF]"), is_generic("2505.22356"), is_generic("On Graphs")
    (True, True, True, False)
    """
    return not text.strip() or bool(_GENERIC_LINK.fullmatch(text.strip()))


def only_links(inline: Inline) -> bool:
    """Tell a line of links that only say what they lead to.

    >>> from kg.read.markdown_blocks import parse_inline
    >>> only_links(parse_inline("[Paper](https://example.org/1) | [Code](https://example.org/2)"))
    True
    """
    rest = inline.text
    for text, _ in inline.links:
        rest = rest.replace(text, " ", 1)
    return bool(inline.links) and not any(map(str.isalnum, rest)) and all(is_generic(text) for text, _ in inline.links)


def is_one_paper(inline: Inline) -> bool:
    """Tell a line that is a paper's title, and leads to the paper.

    >>> from kg.read.markdown_blocks import parse_inline
    >>> is_one_paper(parse_inline("[On Graphs](https://arxiv.org/abs/2101.00001)"))
    True
    """
    if len(inline.links) != 1:
        return False
    text, address = inline.links[0]
    return (
        clean_title(inline.text) == clean_title(text)
        and is_telling(text)
        and not is_generic(text)
        and is_paper_link(address)
    )


def is_telling(title: str) -> bool:
    """Tell whether a text may be a title: of two words, or of five characters of a script without blanks."""
    return len(title.split()) > 1 or len(title) - sum(map(str.isascii, title)) > 4


def cell_title(cell: Inline) -> str:
    """Find the title in a cell: the text of its first line, without links that only say what they lead to."""
    first = next((line for line in cell.text.split("\n") if clean_title(line)), "")
    for text, _ in cell.links:
        first = first.replace(text, " ", 1) if text.startswith("@") else first
    named = next((text for text, _ in cell.links if not is_generic(text) and not text.startswith("@")), "")
    title = clean_title(first)
    if named and title != clean_title(named):
        before, found, after = first.partition(named.split("\n")[0])
        if found and not clean_title(before) and not re.match(r"\W{0,3}\s*[^\W_]", after.lstrip("*_ ")):
            return clean_title(named)
    for text, _ in cell.links:
        if text and is_generic(text):
            first = re.sub(rf"[\[(]*{re.escape(text)}[\])]*", " ", first, count=1)
    title = clean_title(first)
    return "" if is_generic(title) else title


def item_title(item: Inline) -> str:
    """Find the title in an item of a list: a link's text, bold or quoted text, else what comes before all links."""
    for text, address in item.links:
        title = clean_title(text)
        if is_paper_link(address) and not is_generic(text) and is_telling(title):
            return title
    for pattern in (_BOLD, _QUOTED):
        for found in pattern.finditer(item.text):
            title = clean_title(next(filter(None, found.groups())))
            if is_telling(title) and not is_generic(title) and not title.startswith("("):
                return title.rstrip(".,") if not title.endswith("..") else title
    for text, _ in item.links:
        title = clean_title(text)
        if not is_generic(text) and len(title.split()) > 2:
            return title
    if (italic := _ITALIC.match(item.text)) and len(italic[2].split()) > _LONGEST_NAME and not is_generic(italic[2]):
        return clean_title(italic[2]).rstrip(".,")
    return _title_before_links(item)


def _title_before_links(item: Inline) -> str:
    text = item.text.split("\n")[0]
    label, value = split_label(text)
    if label and (is_generic(value) or value in {address for _, address in item.links}):
        return ""
    while shorter := _BRACKETED.sub("", text, count=1):
        if shorter == text:
            break
        text = shorter
    end = _ENDS_TITLE.search(text, 1)
    title = clean_title(text[: end.start()] if end else text).rstrip(".,;:")
    return title if is_telling(title) and not is_generic(title) else ""


def edition(text: str, title: str) -> Iterator[tuple[str, object]]:
    """Yield the venue and the year that an item names beside its title, where it names one year.

    >>> dict(edition("[On Graphs](…), NAACL 2018. Ada Lovelace", "On Graphs")), dict(edition("On Graphs (2023.05)", "On Graphs"))
    ({'venue': 'NAACL', 'year': '2018'}, {'year': '2023'})
    """
    if not title or title not in text:
        return
    before, _, after = text.partition(title)
    rest = f"{before} {after}"
    if venue := _VENUE.search(rest):
        yield "venue", venue[1]
    if len(years := set(_YEAR.findall(rest))) == 1:
        yield "year", years.pop()


def abstract_in_details(text: str) -> tuple[str, str] | None:
    """Split a text into what comes before ``<details>`` with an abstract, and that."""
    if (start := abstract_start(text)) is None:
        return None
    head = text[:start].rpartition("<details")[0] or text[:start].rpartition("<summary")[0]
    return head.strip(), split_details(text[start:]).strip()


def abstract_start(text: str) -> int | None:
    """Find where an abstract begins that a summary names."""
    for opened in _SUMMARY.finditer(text):
        closed = _SUMMARY_END.search(text, opened.end(), opened.end() + _LONGEST_SUMMARY)
        if closed and "abstract" in text[opened.end() : closed.start()].casefold():
            return closed.end()
    return None


def split_details(text: str) -> str:
    """Take what comes before the end of ``<details>``."""
    return _NO_TEXT_OF_IT.sub("", _DETAILS_END.split(text, maxsplit=1)[0])


def closes_details(text: str) -> bool:
    """Tell whether ``<details>`` ends in a text."""
    return bool(_DETAILS_END.search(text))


def bare(text: str) -> str:
    """Strip label and emphasis off a line of names."""
    return split_label(text.replace("\n", " "))[1].strip(" *_")
