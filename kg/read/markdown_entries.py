"""The papers that the blocks of a Markdown text list.

An entry is one of these:

* a row of a table that has a column of titles;
* an item of a list that leads to an address at which papers are (arXiv, a DOI, OpenReview, proceedings), or to what it calls
  a paper, and among such items a title with a link that leads nowhere yet;
* a reference in brackets with a number before it, with such a link;
* a title, as a heading or a bold line, and below it, each with a label, where the paper is, and whose;
* a title, as a heading or a line, then authors, if given, and what a label or ``<details>`` says is the abstract;
* a heading and the prose under it, where all that have prose under them read like a title and an abstract;
* a paragraph whose first line is a title, where all of them are like that.

What else a text holds, such as introductions and items that lead elsewhere, is no record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.read import lists
from kg.read import markdown_names as names
from kg.read.markdown_blocks import Block, Inline, Kind, addresses_of
from kg.read.markdown_drafts import (
    BELOW_HEADINGS,
    LONGEST_TITLE,
    NUMBERED,
    SECTIONS,
    Draft,
    complete,
    context,
    continues,
    describe,
    from_headings,
    is_abstract,
    is_paper,
    reference,
    titled,
)
from kg.read.markdown_html import Tables
from kg.read.markdown_links import is_paper_link, is_unlinked, leads_to_paper
from kg.read.markdown_people import are_people, people_of
from kg.read.markdown_rows import Entry, make_entry, paragraph_entries, row_entry

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST_NAME = 5
"""Words of a heading that names venue and year, and is no paper's title."""


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
        self._unsure: list[Draft] = []
        self._levels: set[int] = set()
        self._paragraphs: list[Block] = []
        self._context: dict[int, tuple[tuple[str, object], ...]] = {}
        self._unlinked: list[Entry] = []
        self._tables = Tables()
        self._draft: Draft | None = None
        self._heading: Draft | None = None
        self._bold: Draft | None = None
        self._headings: dict[int, Draft] = {}
        self._pending: list[Block] = []
        self._item: Draft | None = None
        self._in_details = self._muted = self._has_code = False

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
        self._entries += self._unlinked if self._entries else []
        if not self._has_code or self._levels - {0}:
            self._entries += from_headings(self._unsure, self._levels - {0}, alone=not self._entries)
        if not self._entries:
            self._entries += paragraph_entries(self._paragraphs)
        return sorted(self._entries, key=lambda entry: entry.line)

    def _facts(self, level: int = BELOW_HEADINGS) -> tuple[tuple[str, object], ...]:
        """Say what the headings above a place name: venue and year."""
        above = [facts for each, facts in sorted(self._context.items()) if each < level and facts]
        return above[-1] if above else ()

    def _flush(self) -> None:
        draft, self._draft, self._in_details, self._muted = self._draft, None, False, False
        if draft is None:
            return
        if draft.sure or draft.listed:
            self._entries.append(draft.entry(self._facts(draft.level or BELOW_HEADINGS)))
        if draft.sure:
            self._levels.add(draft.level)
        elif 0 < draft.level < BELOW_HEADINGS and not draft.listed:
            draft.facts = self._facts(draft.level)
            self._unsure.append(draft)

    def _add_heading(self, block: Block) -> None:
        if names.is_abstract_label(block.inline.text) and (self._draft or self._pending):
            self._return_to_page(block.level)
            self._open_abstract(block.line, label=block.inline.text)
            return
        self._flush()
        self._pending = []
        self._bold = None
        self._context = {level: facts for level, facts in self._context.items() if level < block.level}
        self._context[block.level] = facts = context(block.inline.text)
        addresses = [address for _, address in block.inline.links]
        title = names.clean_title(block.inline.text.replace("\n", " "))
        self._heading = Draft(block.line, title, block.level, addresses=addresses)
        self._headings = {level: draft for level, draft in self._headings.items() if level < block.level}
        self._headings[block.level] = self._heading
        if facts and ":" not in title and len(title.split()) <= _LONGEST_NAME:
            return
        self._draft = self._heading

    def _above(self, level: int) -> int:
        """Give the level of the heading that is above one; 0 where there is none."""
        return max((each for each in self._headings if each < level), default=0)

    def _return_to_page(self, level: int) -> None:
        """Go back from a section of a paper's page to the paper, where the abstract is another section, or a second one."""
        page = self._headings.get(self._above(level))
        if page is None or self._draft is None or self._draft is page or self._draft.level < level:
            return
        if not (page.sure or page.pairs or any(map(are_people, page.body))):
            return
        self._flush()
        waiting: list[Draft] | list[Entry] = self._entries if page.sure else self._unsure
        at = next((n for n in reversed(range(len(waiting))) if waiting[n].line <= page.line), -1)
        if at >= 0 and waiting[at].line == page.line:
            del waiting[at]
            self._draft = page

    def _add_paragraph(self, block: Block) -> None:
        text = block.inline.text
        if not text.strip() or names.only_links(block.inline):
            self._add_addresses(block)
            return
        if self._in_details and self._draft:
            self._say_abstract(text)
            return
        if names.is_abstract_label(text) and (self._draft or self._pending):
            self._open_abstract(block.line, label=text)
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
                self._draft = Draft(block.line + number, names.clean_title(value))
            elif label == "abstract":
                line = block.line if before else block.line + number
                self._open_abstract(line, before, label=block.inline.text.split("\n")[number])
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

    def _open_abstract(self, line: int, before: list[str] | None = None, *, label: str = "") -> None:
        """Begin an abstract: of the title that stands before it, in the same paragraph or above."""
        before = before or []
        translated = names.is_translated(label)
        draft = self._draft
        again = draft and draft.sure and draft.abstract and draft.translated != translated
        if draft and again and not before and not self._pending:
            self._muted = translated
            draft.abstract, draft.translated = (draft.abstract if translated else []), False
            return
        if draft and (draft.sure or (before and draft.level and len(before) > 1 and draft.body)):
            self._flush()
        if self._draft is None:
            self._draft = self._begin(line, before)
        else:
            found = people_of("\n".join(before or self._draft.body)) or names.bare(" ".join(before))
            self._draft.pairs += [("authors", found)] if found else []
        self._draft.sure, self._draft.translated = True, translated
        self._draft.abstract = []
        self._pending = []
        self._muted = False
        if SECTIONS.fullmatch(self._draft.title) and (page := self._headings.get(self._above(self._draft.level))):
            self._draft.title = page.title

    def _begin(self, line: int, before: list[str]) -> Draft:
        """Begin an entry with what stands before its abstract."""
        addresses: list[str] = []
        if not before:
            waiting = self._pending[-2:]
            if len(waiting) == 2 and not are_people(waiting[1].inline.text):
                waiting = waiting[1:]
            before = [block.inline.text.replace("\n", " ") for block in waiting]
            line = waiting[0].line if waiting else line
            addresses = [address for block in waiting for _, address in block.inline.links]
        draft = Draft(line, names.clean_title(before[0]) if before else "", addresses=addresses)
        if people := names.bare(" ".join(before[1:])):
            draft.pairs.append(("authors", people))
        return draft

    def _say_abstract(self, text: str, *, same: bool = False) -> None:
        if self._draft and text.strip() and not self._muted:
            if same and self._draft.abstract:
                self._draft.abstract[-1] += f"\n{text}"
            else:
                self._draft.abstract.append(text)

    def _add_plain(self, block: Block, labels: list[tuple[str, str]]) -> None:
        """Take a paragraph of which nothing is said: more of an abstract, authors, a title, or prose."""
        text = block.inline.text
        draft = self._draft
        if labels[0][0] == "paper" and self._describe_heading(*labels[0], block):
            return
        title = names.bold_line(text)
        is_title = title and not ("," in title and are_people(title))
        self._bold = Draft(block.line, title, BELOW_HEADINGS) if is_title else None
        if names.is_one_paper(block.inline):
            title, address = block.inline.links[0]
            self._entries.append(make_entry(block.line, names.clean_title(title), self._facts(), [address]))
        elif NUMBERED.match(text) and leads_to_paper(block.inline) and (title := names.item_title(block.inline)):
            self._entries.append(reference(block, title, self._facts()))
        elif draft and draft.sure and not draft.listed and (not draft.abstract or continues(text)):
            self._say_abstract(text)
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
        """Take rows of a table, or ``<details>`` with an abstract in it, which blank lines may cut into several blocks."""
        content = block.inline.text
        for row in self._tables.rows(block):
            self._entries += row_entry(row, self._facts())
        start = names.abstract_start(content)
        if start is None and not self._in_details:
            if self._draft and not self._item:
                self._draft.addresses += filter(is_paper_link, addresses_of(content))
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
        if item and (block.level > item.level or not block.first) and self._add_to(item, block, label, value, abstract):
            return
        self._flush_item()
        if item is None and not block.first and self._draft and self._draft.waits:
            self._draft.abstract.append(text)
            return
        if names.says_title(text):
            self._begin_titled(block)
            return
        describes = item is None or names.has_label(item.text) or self._described or self._bold
        if label and describes and self._describe_heading(label, value, block):
            return
        if label and self._draft and not block.first:
            return
        inline = Inline(head, block.inline.links)
        title = names.item_title(inline)
        addresses = [address for _, address in block.inline.links]
        self._item = Draft(block.line, title, block.level, addresses=addresses, sure=bool(abstract), text=head)
        self._item.abstract = [abstract] if abstract else []
        self._item.leads = leads_to_paper(block.inline)
        if is_unlinked(inline):
            self._unlinked.append(make_entry(block.line, title, self._facts(), []))

    def _add_to(self, item: Draft, block: Block, label: str, value: str, abstract: str) -> bool:
        """Take what stands below an item for more of it; tell whether it is that, and no paper itself."""
        label = "abstract" if self._in_details else label
        described = bool(abstract or label)
        if not described and block.first and is_paper(block.inline):
            return False
        text = block.inline.text
        item.addresses += [address for _, address in block.inline.links]
        item.leads = item.leads or leads_to_paper(block.inline) or label == "paper"
        if described:
            self._extend(item, label, value, abstract)
            return True
        item.more += f"\n{text}" if len(item.more) < LONGEST_TITLE else ""
        if item.sure and not lists.why_no_abstract(text):
            item.abstract.append(text)
        elif not item.sure and (found := people_of(text)):
            item.pairs.append(("authors", found))
        return True

    @property
    def _described(self) -> bool:
        """Whether items say something of the heading above them."""
        return self._draft is not None and self._draft is self._heading and bool(self._draft.pairs)

    def _describe_heading(self, label: str, value: str, block: Block) -> bool:
        """Take an item with a label for what is said of the heading or bold line above it; tell whether it is that."""
        heading = self._bold or self._heading
        if heading is None or label == "title" or SECTIONS.fullmatch(heading.title):
            return False
        if label == "abstract" and value and not is_abstract(value):
            return False
        if self._draft is not heading:
            if heading is self._bold:
                self._flush()
            elif self._draft or not names.is_telling(heading.title):
                return False
            self._draft = heading
        self._context[heading.level] = ()
        describe(heading, label, value, [address for _, address in block.inline.links])
        return True

    def _begin_titled(self, block: Block) -> None:
        """Take an item that is labelled as a title for a heading that the items after it, or its other lines, describe."""
        if self._draft is not self._heading or self._described:
            self._flush()
        self._bold, self._heading = None, titled(block)
        self._draft = self._heading

    def _extend(self, item: Draft, label: str, value: str, abstract: str) -> None:
        if abstract or label == "abstract":
            item.abstract += [text for text in (abstract or value,) if text]
            item.sure = True
        else:
            item.pairs += names.labelled(label, value)

    def _flush_item(self) -> None:
        item, self._item = self._item, None
        self._in_details = self._in_details and not item
        if not item:
            return
        if item.sure or any(map(is_paper_link, item.addresses)) or (item.leads and item.title):
            if item.sure and not item.title and "\n" not in item.text and len(item.text) < LONGEST_TITLE:
                item.title = names.clean_title(item.text)
            complete(item)
            self._entries.append(item.entry(self._facts()))
