"""The page inside a notebook: in a frame of its own, so that neither sees or styles the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

# Scripts run, but as those of a page of nowhere: they see neither the notebook nor its cookies. What one clicks may open
# (a paper, in a window of its own) and be saved (a picture of the view).
_SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads"


@dataclass(frozen=True)
class Frame:
    """A page that a notebook shows; it is in the notebook's file as a whole.

    Attributes:
        page: The page, as HTML.
        height: Pixels that it is high.
        title: What it is, for those who cannot see it.
    """

    page: str = field(repr=False)
    height: int
    title: str = "Graph of papers and concepts"

    def _repr_html_(self) -> str:
        """Give the frame as HTML: a notebook shows it so.

        >>> Frame("<p>&amp;</p>", 400)._repr_html_().partition(" sandbox")[0]
        '<iframe srcdoc="&lt;p&gt;&amp;amp;&lt;/p&gt;"'
        """
        style = "width: 100%; border: 1px solid #8886; border-radius: 8px"
        return (
            f'<iframe srcdoc="{escape(self.page)}" sandbox="{_SANDBOX}" title="{escape(self.title)}" '
            f'height="{int(self.height)}" style="{style}" loading="lazy" referrerpolicy="no-referrer"></iframe>'
        )
