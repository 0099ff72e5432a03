"""The papers that the blocks of a Markdown text list.

An entry is one of these:

* a row of a table that has a column of titles;
* an item of a list that leads to an address at which papers are (arXiv, a DOI, OpenReview, proceedings);
* a title, as a heading or a line, then authors, if given, and what a label or ``<details>`` says is the abstract;
* a heading and the prose under it, where all that have prose under them read like a title and an abstract;
* a paragraph whose first line is a title, where all of them are like that.

What else a text holds, such as introductions and items that lead elsewhere, is no record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.read import lists
from kg.read import markdown_names as names
from kg.read.markdown_blocks import Block, Inline, Kind
from kg.read.markdown_rows import Entry, make_entry, paragraph_entries, row_entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_YEAR_ALONE = re.compile(r"\W*((?:19|20)[0-9]{2})\W*")
_SECTIONS = re.compile(
    r"\W*+(?:[\d.]+\s+)?(?:about|acknowledge?ments?|api|authors?|background|build(?:ing)?|changelog|citations?|citing|community|"
    r"configuration|contact|content|contents|contribut\w+|data|datasets?|demo|development|documentation|evaluation|examples?|"
    r"faq|features?|getting started|how to .*|install\w*.*|introduction|issues?|licen[cs]e|links?|maintainers?|models?|news|notes?|"
    r"overview|pre-?requisites|quick ?start|references?|release.*|requirements?|resources|results|roadmap|running.*|setup|star "
    r"history|support|table of contents|tests?|testing|todo|training|tutorials?|updates?|usage|what is .*)\W*",
    re.IGNORECASE,
)
_YEAR_AT_END = re.compile(r"\s*\(((?:19|20)[0-9]{2})\)\Z")
_FEWEST_WORDS = 12
_LONGEST_NAME = 5
"""Words of a heading that names venue and year, and is no paper's title."""
_LONGEST_TITLE = 300


@dataclass(slots=True)
class _Draft:
    """An entry that is being put together.

    Attributes:
        level: Of the heading that it begins with; 0 without one.
        body: Paragraphs under the title that nothing is said about.
        sure: Whether something is said to be the abstract.
        text: Of an item; its title where nothing in it looks like one, and an abstract says that it is a paper.
        listed: Whether items under it, each with a label, say whose it is or where.
    """

    line: int
    title: str = ""
    level: int = 0
    body: list[str] = field(default_factory=list)
    abstract: list[str] = field(default_factory=list)
    pairs: list[tuple[str, object]] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    sure: bool = False
    text: str = ""
    listed: bool = False

    def entry(self, context: tuple[tuple[str, object], ...]) -> Entry:
        """Make the entry, as it is known by now."""
        return make_entry(
            self.line, self.title, [("abstract", "\n\n".join(self.abstract)), *self.pairs, *context], self.addresses
        )


def find_entries(blocks: Iterable[Block]) -> list[Entry]:
    """Find the entries among blocks, in their order.

    Args:
        blocks: Of the whole text.
    """
    assembler = _Assembler()
    for block in blocks:
        assembler.add(block)
    return assembler.finish()


class _Assembler:
    """Puts entries together, block by block."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._unsure: list[tuple[_Draft, tuple[tuple[str, object], ...]]] = []
        self._levels: set[int] = set()
        self._paragraphs: list[Block] = []
        self._context: dict[int, tuple[tuple[str, object], ...]] = {}
        self._draft: _Draft | None = None
        self._heading: _Draft | None = None
        self._pending: list[Block] = []
        self._item: _Draft | None = None
        self._in_details = self._has_code = False

    def add(self, block: Block) -> None:
        """Take the next block."""
        if block.kind is not Kind.ITEM and not (block.kind is Kind.HTML and block.level):
            self._flush_item()
        match block.kind:
            case Kind.HEADING:
                self._add_heading(block)
            case Kind.PARAGRAPH:
                self._add_paragraph(block)
            case Kind.ITEM:
                self._add_item(block)
            case Kind.ROW:
                self._entries += row_entry(block, self._facts())
            case Kind.HTML:
                self._add_html(block)
            case Kind.CODE:
                self._has_code = True

    def finish(self) -> list[Entry]:
        """Give the entries, those that only all together are sure among them."""
        self._flush_item()
        self._flush()
        self._entries += self._from_headings()
        if not self._entries:
            self._entries += paragraph_entries(self._paragraphs)
        return sorted(self._entries, key=lambda entry: entry.line)

    def _facts(self, level: int = 7) -> tuple[tuple[str, object], ...]:
        """Say what the headings above a place name: venue and year."""
        above = [facts for each, facts in sorted(self._context.items()) if each < level and facts]
        return above[-1] if above else ()

    def _flush(self) -> None:
        draft, self._draft, self._in_details = self._draft, None, False
        if draft is None:
            return
        if draft.sure:
            self._entries.append(draft.entry(self._facts(draft.level or 7)))
            self._levels.add(draft.level)
        elif draft.listed:
            self._entries.append(draft.entry(self._facts(draft.level or 7)))
        elif draft.level:
            self._unsure.append((draft, self._facts(draft.level)))

    def _add_heading(self, block: Block) -> None:
        if names.is_abstract_label(block.inline.text) and (self._draft or self._pending):
            self._open_abstract(block.line)
            return
        self._flush()
        self._pending = []
        self._context = {level: facts for level, facts in self._context.items() if level < block.level}
        self._context[block.level] = facts = _context(block.inline.text)
        addresses = [address for _, address in block.inline.links]
        title = names.clean_title(block.inline.text.replace("\n", " "))
        self._heading = _Draft(block.line, title, block.level, addresses=addresses)
        if facts and ":" not in title and len(title.split()) <= _LONGEST_NAME:
            return
        self._draft = self._heading

    def _add_paragraph(self, block: Block) -> None:
        text = block.inline.text
        if not text.strip() or names.only_links(block.inline):
            self._add_addresses(block)
            return
        if self._in_details and self._draft:
            self._draft.abstract.append(text)
            return
        if names.is_abstract_label(text) and (self._draft or self._pending):
            self._open_abstract(block.line)
            return
        if folded := names.abstract_in_details(text):
            head, abstract = folded
            self._open_abstract(block.line, head.split("\n") if head.strip() else [])
            self._say_abstract(abstract)
            return
        lines = text.split("\n")
        labels = [names.split_label(line) for line in lines]
        if any(label in ("abstract", "title") for label, _ in labels):
            self._add_labelled(block, labels)
            return
        self._add_plain(block, labels)

    def _add_labelled(self, block: Block, labels: list[tuple[str, str]]) -> None:
        """Take a paragraph that says of its lines what they are."""
        last, before = "", list[str]()
        for number, (label, value) in enumerate(labels):
            if label == "title":
                self._flush()
                self._pending = []
                self._draft = _Draft(block.line + number, names.clean_title(value))
            elif label == "abstract":
                self._open_abstract(block.line if before else block.line + number, before)
                self._say_abstract(value)
                before = []
            elif label and self._draft:
                self._draft.pairs += names.labelled(label, value)
            elif not label and last == "abstract":
                self._say_abstract(value, same=True)
            elif not label and last != "title":
                before.append(value)
            elif not label and self._draft:
                self._draft.title = f"{self._draft.title} {value}".strip()
            last = label or last
        self._add_addresses(block)

    def _open_abstract(self, line: int, before: list[str] | None = None) -> None:
        """Begin an abstract: of the title that stands before it, in the same paragraph or above."""
        before = before or []
        if self._draft and not self._draft.sure:
            if before and self._draft.level and len(before) > 1 and self._draft.body:
                self._flush()
        elif self._draft:
            self._flush()
        if self._draft is None:
            self._draft = self._begin(line, before)
        else:
            people = before or [part for part in self._draft.body if names.are_people(part)]
            self._draft.pairs += [("authors", names.bare(" ".join(people)))] if people else []
        self._draft.sure = True
        self._draft.abstract = []
        self._pending = []

    def _begin(self, line: int, before: list[str]) -> _Draft:
        """Begin an entry with what stands before its abstract."""
        addresses: list[str] = []
        if not before:
            waiting = self._pending[-2:]
            if len(waiting) == 2 and not names.are_people(waiting[1].inline.text):
                waiting = waiting[1:]
            before = [block.inline.text.replace("\n", " ") for block in waiting]
            line = waiting[0].line if waiting else line
            addresses = [address for block in waiting for _, address in block.inline.links]
        draft = _Draft(line, names.clean_title(before[0]) if before else "", addresses=addresses)
        if people := names.bare(" ".join(before[1:])):
            draft.pairs.append(("authors", people))
        return draft

    def _say_abstract(self, text: str, *, same: bool = False) -> None:
        if self._draft and text.strip():
            if same and self._draft.abstract:
                self._draft.abstract[-1] += f"\n{text}"
            else:
                self._draft.abstract.append(text)

    def _add_plain(self, block: Block, labels: list[tuple[str, str]]) -> None:
        """Take a paragraph of which nothing is said: more of an abstract, authors, a title, or prose."""
        text = block.inline.text
        draft = self._draft
        if names.is_one_paper(block.inline):
            title, address = block.inline.links[0]
            self._entries.append(make_entry(block.line, names.clean_title(title), self._facts(), [address]))
        elif draft and draft.sure and (not draft.abstract or not lists.why_no_abstract(text)):
            draft.abstract.append(text)
        elif draft and (draft.level or not draft.sure) and not (draft.sure and names.is_telling(text)):
            draft.pairs += [pair for label, value in labels if label for pair in names.labelled(label, value)]
            draft.body += [text] if not all(label for label, _ in labels) else []
            self._add_addresses(block)
        else:
            self._flush()
            self._pending = [*self._pending[-3:], block]
        self._paragraphs.append(block)

    def _add_addresses(self, block: Block) -> None:
        if self._draft:
            self._draft.addresses += [address for _, address in block.inline.links]

    def _add_html(self, block: Block) -> None:
        """Take ``<details>`` with an abstract in it, which blank lines may cut into several blocks."""
        content = block.inline.text
        start = names.abstract_start(content)
        if start is None and not self._in_details:
            return
        if start is not None and not self._item:
            self._open_abstract(block.line)
        abstract = names.split_details(content[start or 0 :]).strip()
        if self._item:
            self._extend(self._item, "abstract", abstract, "")
        else:
            self._say_abstract(abstract)
        self._in_details = not names.closes_details(content[start or 0 :])

    def _add_item(self, block: Block) -> None:
        item = self._item
        text = block.inline.text
        head, abstract = names.abstract_in_details(text) or (text, "")
        label, value = names.split_label(head)
        if item and (block.level > item.level or not block.first):
            label = "abstract" if self._in_details else label
            if abstract or label:
                self._extend(item, label, value, abstract)
                return
            if not (block.first and _is_paper(block.inline)):
                item.addresses += [address for _, address in block.inline.links]
                if item.sure and not lists.why_no_abstract(text):
                    item.abstract.append(text)
                elif names.are_people(text) and not item.sure:
                    item.pairs.append(("authors", names.bare(text)))
                return
        self._flush_item()
        if label and (item is None or self._described) and self._describe_heading(label, value, block):
            return
        if label and self._draft and not block.first:
            return
        inline = Inline(head, block.inline.links)
        title = names.item_title(inline)
        addresses = [address for _, address in block.inline.links]
        self._item = _Draft(block.line, title, block.level, addresses=addresses, sure=bool(abstract), text=head)
        self._item.abstract = [abstract] if abstract else []

    @property
    def _described(self) -> bool:
        """Whether items say something of the heading above them."""
        return self._draft is not None and self._draft is self._heading and bool(self._draft.pairs)

    def _describe_heading(self, label: str, value: str, block: Block) -> bool:
        """Take an item with a label for what is said of the heading above it; tell whether it is that."""
        heading = self._heading
        if label == "title" and names.is_generic(value):
            label = "url"
        if heading is None or label in ("title", "abstract") or _SECTIONS.fullmatch(heading.title):
            return False
        if self._draft is not heading:
            if self._draft or not names.is_telling(heading.title):
                return False
            self._draft = heading
        if not heading.listed and (year := _YEAR_AT_END.search(heading.title)):
            heading.title = heading.title[: year.start()]
            heading.pairs.append(("year", year[1]))
        self._context[heading.level] = ()
        addresses = [address for _, address in block.inline.links]
        heading.listed = heading.listed or any(map(names.is_paper_link, addresses))
        heading.addresses += addresses
        heading.pairs += names.labelled(label, value) if label != "url" else ()
        return True

    def _extend(self, item: _Draft, label: str, value: str, abstract: str) -> None:
        if abstract or label == "abstract":
            item.abstract += [text for text in (abstract or value,) if text]
            item.sure = True
        else:
            item.pairs += names.labelled(label, value)

    def _flush_item(self) -> None:
        item, self._item = self._item, None
        self._in_details = self._in_details and not item
        if item and (item.sure or any(map(names.is_paper_link, item.addresses))):
            if item.sure and not item.title and "\n" not in item.text and len(item.text) < _LONGEST_TITLE:
                item.title = names.clean_title(item.text)
            item.pairs += names.edition(item.text, item.title)
            self._entries.append(item.entry(self._facts()))

    def _from_headings(self) -> Iterator[Entry]:
        """Take headings with prose under them for papers where nothing speaks against it."""
        sure = self._levels - {0}
        candidates = [(draft, facts) for draft, facts in self._unsure if _prose(draft) or draft.level in sure]
        if not sure and (
            self._has_code or self._entries or not all(_reads_like_a_paper(draft) for draft, _ in candidates)
        ):
            return
        for draft, facts in candidates:
            if sure and (
                draft.level not in sure or _SECTIONS.fullmatch(draft.title) or not names.is_telling(draft.title)
            ):
                continue
            draft.abstract = _prose(draft)
            people = [part for part in draft.body if part not in draft.abstract and names.are_people(part)]
            draft.pairs += [("authors", names.bare(" ".join(people)))] if people else []
            yield draft.entry(facts)


def _context(heading: str) -> tuple[tuple[str, object], ...]:
    """Find the venue and the year that a heading names."""
    text = names.clean_title(heading.split("\n", maxsplit=1)[0])
    if alone := _YEAR_ALONE.fullmatch(text):
        return (("year", alone[1]),)
    found = lists.parse_heading(text) if text else None
    return (("venue", found.venue), ("year", str(found.year))) if found else ()


def _is_paper(item: Inline) -> bool:
    return any(names.is_paper_link(address) for _, address in item.links) and bool(names.item_title(item))


def _prose(draft: _Draft) -> list[str]:
    return [
        part
        for part in draft.body
        if len(part.split()) >= _FEWEST_WORDS and not lists.why_no_abstract(part.replace("\n", " "))
    ]


def _reads_like_a_paper(draft: _Draft) -> bool:
    telling = len(draft.title.split()) > 2 or (names.is_telling(draft.title) and not draft.title.isascii())
    return telling and len(draft.title) <= _LONGEST_TITLE and not _SECTIONS.fullmatch(draft.title)
