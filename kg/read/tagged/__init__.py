"""Tagged text: records of lines that begin with a tag. One reader for all dialects.

They share their troubles: values that go on in lines without a tag, blank lines anywhere, what stands between records.
"""

from kg.read.tagged.endnote import ENDNOTE
from kg.read.tagged.nbib import NBIB
from kg.read.tagged.reader import make_reader
from kg.read.tagged.ris import RIS
from kg.read.tagged.wos import WEB_OF_SCIENCE

READERS = tuple(map(make_reader, (RIS, NBIB, WEB_OF_SCIENCE, ENDNOTE)))
