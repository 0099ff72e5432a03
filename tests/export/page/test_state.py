"""The state of the page and the address it stands in."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.ids import mint
from tests.export.graphs import ADAM, GROKNET, HOSTILE, VERIFICATION
from tests.export.page.reading import click_node, heading, shown, until, until_heading

pytestmark = pytest.mark.browser

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
KEYS = st.builds(lambda kind, name: f"{kind}/{mint(name)}", st.sampled_from(["concept", "paper", "region"]), TEXTS)
LISTS = st.lists(KEYS, max_size=3, unique=True)
PLACES = st.integers(-9999, 9999)
PAIRS = st.none() | st.tuples(KEYS, KEYS)
YEARS = st.none() | st.tuples(st.integers(0, 2100), st.none() | st.integers(0, 2100))
STATES = st.fixed_dictionaries(
    {
        "view": st.sampled_from(["map", "table"]),
        "focus": st.none() | KEYS,
        "depth": st.integers(1, 3),
        "expanded": st.lists(KEYS, max_size=3),
        "collapsed": LISTS,
        "pinned": st.lists(st.fixed_dictionaries({"key": KEYS, "x": PLACES, "y": PLACES}), max_size=2, unique_by=str),
        "path": PAIRS,
        "edge": PAIRS,
        "filters": st.fixed_dictionaries(
            {
                "kinds": st.lists(st.sampled_from(["paper", "Method", "Metric"]), max_size=2, unique=True),
                "types": st.lists(TEXTS, max_size=2, unique=True),
                "years": YEARS,
                "venues": st.lists(TEXTS, max_size=2, unique=True),
                "papers": st.integers(1, 99),
            }
        ),
        "sort": st.sampled_from(["", "-papers", "label"]),
    }
)


def plain(value):
    """A value as JSON would have it."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture
def parse(visit):
    page = visit()
    return lambda text: page.evaluate("(text) => KG.state.parse(text)", text)


def test_any_state_comes_back_from_its_address(visit):
    page = visit()

    @settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
    @given(STATES)
    def comes_back(state):
        hash_, back = page.evaluate(
            """(state) => {
              const link = document.createElement("a");
              link.href = "#" + KG.state.format({ ...KG.state.EMPTY, ...state }); // as the browser rewrites it
              return [link.hash, KG.state.parse(link.hash)];
            }""",
            plain(state),
        )
        assert {name: back[name] for name in state} == plain(state), hash_

    comes_back()


def test_an_address_is_readable(visit):
    page = visit()
    assert page.evaluate(
        """KG.state.format({...KG.state.EMPTY, focus: "concept/adam", depth: 2, path: ["concept/a", "concept/b"],
           filters: {...KG.state.ALL, kinds: ["Metric"], years: [2020, null], venues: ["NeurIPS Datasets & More"]}})"""
    ) == ("concept/adam?depth=2&path=concept/a,concept/b&hide=Metric&years=2020-&venues=NeurIPS+Datasets+%26+More")


@pytest.mark.parametrize(
    ("address", "part", "value"),
    [
        ("#concept/x", "focus", "concept/x"),
        ("paper/x?", "focus", "paper/x"),
        ("", "focus", None),
        ("?depth=9", "depth", 3),
        ("?depth=-1", "depth", 1),
        ("?depth=no", "depth", 1),
        ("?view=<b>", "view", "map"),
        ("?path=a", "path", None),
        ("?path=a,b,c", "path", None),
        ("?pin=a@1@2,b@x,c@1@NaN,d@1e99@1", "pinned", [{"key": "a", "x": 1, "y": 2}, {"key": "c", "x": 1, "y": 0}]),
        ("?open=a,,a,b", "expanded", ["a", "a", "b"]),
        ("?shut=a,,a,b", "collapsed", ["a", "b"]),
        ("?__proto__=1&constructor=2&toString=3&nobody=4&=5&depth", "depth", 1),
    ],
)
def test_what_an_address_says_amiss_is_left_out(parse, address, part, value):
    assert parse(address)[part] == value


@pytest.mark.parametrize(
    ("address", "years"),
    [
        ("?years=2020-2024", [2020, 2024]),
        ("?years=-2024", [None, 2024]),
        ("?years=2020-", [2020, None]),
        ("?years=-", None),
        ("?years=99999-1", None),
        ("?years=%E0%A4%A", None),
    ],
)
def test_years_have_open_ends(parse, address, years):
    assert parse(address)["filters"]["years"] == years


def test_badly_escaped_text_is_taken_as_it_stands(parse):
    assert parse("?venues=%E0%A4%A,x")["filters"]["venues"] == ["%E0%A4%A", "x"]


def test_changes_are_told_with_what_was_before_and_the_state_cannot_be_written_to(visit):
    page = visit()
    told = page.evaluate(
        """() => {
          const { store } = KG.app, told = [];
          const end = store.subscribe((state, before) => told.push([before.depth, state.depth]));
          store.set({ depth: 2 }); store.set({ depth: 2 }); store.filter({ papers: 1 });
          end(); store.set({ depth: 3 });
          const frozen = [store.get(), store.get().filters, store.get().expanded].every(Object.isFrozen);
          return [told, frozen];
        }"""
    )
    assert told == [[[1, 2]], True]


def test_each_change_is_a_step_back_but_what_is_dragged_is_one(visit):
    page = visit(ADAM)
    page.evaluate("KG.app.store.set({depth: 2})")
    page.evaluate("for (const papers of [2, 3, 4]) KG.app.store.filter({papers}, {replace: true})")
    page.evaluate("KG.app.store.set({view: 'table'})")
    assert page.evaluate("location.hash") == f"#{ADAM}?view=table&depth=2&papers=4"
    page.go_back()
    until(page, "KG.app.store.get().view === 'map'")
    assert page.evaluate("[KG.app.store.get().depth, KG.app.store.get().filters.papers]") == [2, 4]
    page.go_back()
    until(page, "KG.app.store.get().depth === 1")
    page.go_forward()
    until(page, "KG.app.store.get().filters.papers === 4")


def test_filters_stay_while_one_walks_and_the_picture_s_own_goes(visit):
    page = visit(f"{ADAM}?hide=Metric&open={GROKNET}&depth=2")
    page.locator("#panel .relations a").first.click()
    until(page, "(key) => KG.app.store.get().focus === key", GROKNET)
    assert page.evaluate("location.hash") == f"#{GROKNET}?depth=2&hide=Metric"
    page.go_back()
    until(page, "KG.app.store.get().expanded.length === 1")
    until_heading(page, "Adam")


def test_a_typed_address_is_followed(visit):
    page = visit()
    page.evaluate("(key) => { location.hash = key }", VERIFICATION + "?hide=Method")
    until_heading(page, "neural network verification")
    assert all(not key.startswith("concept/Grok") for key in shown(page))


def test_a_link_to_a_filtered_overview_is_shown_so(visit):
    page = visit("?hide=Method,Metric")
    assert heading(page) == "What the field is about"
    assert sorted(shown(page)) == sorted([VERIFICATION, "concept/Tiny.Bench", "concept/Tiny_Bench"])
    assert page.locator("#hidden").text_content() == "Hidden: methods; metrics."


def test_a_hostile_key_is_one_in_the_address(visit):
    page = visit()
    click_node(page, HOSTILE)
    until(page, "location.hash.length > 1")
    assert page.evaluate("location.hash") == "#" + HOSTILE
    assert page.evaluate("KG.app.store.get().focus") == HOSTILE
