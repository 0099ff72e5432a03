"""What people find in the RDF, asked the way they ask: in SPARQL, and with both parsers."""

import logging
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from rdflib import DC, DCTERMS, FOAF, PROV, RDF, RDFS, SDO, SKOS, VOID

from kg.errors import OutputError
from kg.export.rdf import PREFIXES, to_rdflib, triples, write_rdf
from kg.ids import ONTOLOGY_IRI, mint
from kg.model import LINKS, ConceptType, Relation
from kg.resources import ontology_file
from tests.export import graphs
from tests.export.graphs import FIRST, HOSTILE_LABEL, HOSTILE_PAPER, HOSTILE_TITLE, UNTITLED, sample_graph
from tests.export.rdf.any_graph import any_graph

ROOT = Path(__file__).parents[3]
BASE = "https://w3id.org/kg-papers/"
MOMENT = datetime(2025, 7, 1, 12, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def turtle(tmp_path_factory):
    path = tmp_path_factory.mktemp("rdf") / "graph.ttl"
    write_rdf(sample_graph(), path, generated_at=MOMENT)
    return path


@pytest.fixture(scope="module")
def ask(turtle):
    """Asks the file in SPARQL and gives rows of plain values; numbers and times in the store's canonical form."""
    store = ox.Store()
    store.load(path=turtle, format=ox.RdfFormat.TURTLE)
    prefixes = f"BASE <{BASE}> " + " ".join(f"PREFIX {prefix}: <{iri}>" for prefix, iri in PREFIXES.items())

    def rows(query):
        return [tuple(term.value for term in row) for row in store.query(f"{prefixes} SELECT {query}")]

    return rows


def plain(term):
    """A term of either library as a tuple that compares."""
    if isinstance(term, ox.Literal):
        return ("literal", term.value, term.language, term.datatype.value)
    if isinstance(term, rdflib.Literal):
        datatype = RDF.langString if term.language else term.datatype or rdflib.XSD.string
        return ("literal", str(term), term.language, str(datatype))
    return ("iri", term.value if isinstance(term, ox.NamedNode) else str(term))


def of_oxigraph(path):
    quads = ox.parse(path=path, format=ox.RdfFormat.TURTLE)
    return {tuple(map(plain, (quad.subject, quad.predicate, quad.object))) for quad in quads}


def of_rdflib(graph):
    return {tuple(map(plain, triple)) for triple in graph}


def of_export(graph):
    return {tuple(map(plain, triple)) for triple in triples(graph)}


# The file


def test_both_parsers_read_what_was_written(turtle, caplog):
    with caplog.at_level(logging.WARNING):
        by_rdflib = rdflib.Graph().parse(turtle)
        by_rdflib.serialize(format="nt")
    assert caplog.records == []
    by_oxigraph = of_oxigraph(turtle)
    assert of_rdflib(by_rdflib) == by_oxigraph
    assert len(by_oxigraph) == len(list(triples(sample_graph(), generated_at=MOMENT)))


def test_there_are_no_blank_nodes():
    assert not any(isinstance(term, ox.BlankNode) for triple in triples(sample_graph()) for term in triple)


def test_subjects_stand_together_and_the_counts_of_the_dataset_at_the_end():
    subjects = [triple.subject for triple in triples(sample_graph())]
    changes = sum(one != other for one, other in pairwise(subjects))
    assert changes == len(set(subjects))
    assert subjects[0].value == BASE + "dataset"
    assert subjects[-1].value.startswith(BASE + "dataset/property/")


def test_no_triple_comes_twice():
    found = list(triples(sample_graph()))
    assert len(found) == len(set(found))


def test_same_bytes_whatever_the_hash_seed(tmp_path):
    code = (
        "import sys; from tests.export.graphs import sample_graph; from kg.export.rdf import write_rdf;"
        "write_rdf(sample_graph(), sys.argv[1] + '/graph.ttl')"
    )
    paths = [tmp_path / seed for seed in ("1", "2")]
    for path in paths:
        path.mkdir()
        environment = os.environ | {"PYTHONHASHSEED": path.name}
        subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, env=environment, check=True)
    assert (paths[0] / "graph.ttl").read_bytes() == (paths[1] / "graph.ttl").read_bytes()


def test_graph_is_not_changed():
    graph = sample_graph()
    list(triples(graph))
    assert nx.utils.graphs_equal(graph, sample_graph())
    assert graph.graph == sample_graph().graph


def test_output_that_cannot_be_written(tmp_path):
    with pytest.raises(OutputError):
        write_rdf(sample_graph(), tmp_path / "no" / "graph.ttl")


def test_nothing_is_left_when_the_graph_is_no_good(tmp_path):
    graph = sample_graph()
    del graph.nodes[UNTITLED]["abstract"]
    with pytest.raises(KeyError):
        write_rdf(graph, tmp_path / "graph.ttl")
    assert list(tmp_path.iterdir()) == []


def test_base_is_an_option(tmp_path):
    graph = sample_graph()
    graph.graph["base"] = "http://localhost:8000/data/"
    write_rdf(graph, tmp_path / "graph.ttl")
    subjects = {subject for (_, subject), _, _ in of_oxigraph(tmp_path / "graph.ttl")}
    assert all(subject.startswith("http://localhost:8000/data/") for subject in subjects)


def test_base_that_cannot_be_one():
    graph = sample_graph()
    graph.graph["base"] = "https://example.org/kg#"
    with pytest.raises(ValueError, match="is no base IRI"):
        list(triples(graph))


def test_for_notebooks(turtle):
    graph = to_rdflib(sample_graph(), generated_at=MOMENT)
    assert of_rdflib(graph) == of_oxigraph(turtle)
    assert dict(graph.namespaces())["kg"] == rdflib.URIRef(ONTOLOGY_IRI)
    assert "kg:introduces" in graph.serialize(format="turtle")


def test_export_does_not_import_rdflib():
    code = "import sys, kg.export.rdf; sys.exit('rdflib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# The vocabularies


def test_ontology_defines_every_term_in_use_and_the_sample_uses_all():
    used = {term.value for triple in triples(sample_graph()) for term in triple if isinstance(term, ox.NamedNode)}
    used = {iri.removeprefix(ONTOLOGY_IRI) for iri in used if iri.startswith(ONTOLOGY_IRI) and iri != ONTOLOGY_IRI}
    ontology = rdflib.Graph().parse(ontology_file("kg.ttl"))
    defined = {
        str(term).removeprefix(ONTOLOGY_IRI) for term in ontology.subjects() if term in rdflib.Namespace(ONTOLOGY_IRI)
    }
    assert used - defined == set()
    # The general class is implied by the special ones; ambiguous labels are the vocabulary's.
    assert defined - used == {"Concept", "ambiguousLabel"}


def test_terms_of_others_exist():
    known = {str(namespace): namespace for namespace in (DC, DCTERMS, FOAF, PROV, RDF, RDFS, SDO, SKOS, VOID)}
    checked = set()
    for triple in triples(sample_graph(), generated_at=MOMENT):
        for term in (triple.predicate, *([triple.object] if triple.predicate.value == str(RDF.type) else [])):
            cut = max(term.value.rfind("#"), term.value.rfind("/")) + 1
            if term.value[:cut] in known:
                assert rdflib.URIRef(term.value) in known[term.value[:cut]], term
                checked.add(term.value[:cut])
    assert checked == set(known)


# Papers


def test_metadata(ask):
    (row,) = ask(
        f"""?title ?id ?year ?venue ?doi ?same ?url ?source {{
            <{FIRST}> a kg:Paper, fabio:ResearchPaper, schema:ScholarlyArticle ; dcterms:title ?title ;
                dcterms:identifier ?id ; fabio:hasPublicationYear ?year ; prism:publicationName ?venue ;
                prism:doi ?doi ; schema:sameAs ?same ; schema:url ?url ; dc:source ?source }}"""
    )
    assert row == (
        "GrokNet: Adam-style verification for C++",
        "000-01",
        "2025",
        "ICML 2025",
        "10.1000/182",
        "https://doi.org/10.1000/182",
        "https://example.org/papers/1?x=a%20b&y=2#top",
        "seeds/000.txt:3",
    )
    assert sorted(ask(f"?k {{ <{FIRST}> schema:keywords ?k }}")) == [("neural networks",), ("verification",)]


def test_authors_in_order(ask):
    query = f"?name {{ <{FIRST}> dcterms:creator/kg:position ?n ; dcterms:creator ?a . ?a kg:position ?n ; foaf:name ?name }}"
    assert ask(query + " ORDER BY ?n") == [("Ada Lovelace",), ("José Núñez",), ("李 明",), ("Ada Lovelace",)]
    assert sorted(ask(f"?name {{ <{FIRST}> dc:creator ?name }}")) == [("Ada Lovelace",), ("José Núñez",), ("李 明",)]


def test_a_paper_of_two_files_has_both_and_the_addresses_of_all_its_ids():
    files = [{"path": name, "sha256": "0"} for name in ("a.bib", "b.ris")]
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=files)
    ids = [
        "doi:10.1000/182",
        "arxiv:astro-ph/0601001",
        "openreview:rkgHY0NYwr",
        "acl:P18-1001",
        "pmid:7",
        "acl:<x>",
        "x",
    ]
    graphs.add_paper(graph, "p", title="T", doi="10.1000/182", ids=ids, sources=["a.bib:3", "b.ris:7", "b.ris:9"])
    found = list(triples(graph))

    def values(subject, name):
        return [
            triple.object.value.removeprefix(BASE)
            for triple in found
            if triple.subject.value == BASE + subject and triple.predicate.value == name
        ]

    assert values("paper/p", "https://schema.org/sameAs") == [
        "https://doi.org/10.1000/182",
        "https://arxiv.org/abs/astro-ph/0601001",
        "https://openreview.net/forum?id=rkgHY0NYwr",
        "https://aclanthology.org/P18-1001/",
        "https://pubmed.ncbi.nlm.nih.gov/7/",
    ]
    assert values("paper/p", "http://purl.org/dc/elements/1.1/source") == ["a.bib:3", "b.ris:7", "b.ris:9"]
    assert values("paper/p#graph", str(PROV.wasDerivedFrom)) == ["input/a.bib", "input/b.ris"]
    assert values("paper/p", "http://purl.org/dc/terms/identifier") == ["p"]


def test_hostile_metadata_stays_text(ask):
    (row,) = ask(
        f"""?title ?id ?year ?doi (isIRI(?url) AS ?link) (EXISTS {{ ?p schema:sameAs ?x }} AS ?resolves) {{
            BIND(<{HOSTILE_PAPER}> AS ?p)
            ?p dcterms:title ?title ; dcterms:identifier ?id ; fabio:hasPublicationYear ?year ; prism:doi ?doi ;
               schema:url ?url }}"""
    )
    assert row == (HOSTILE_TITLE, 'x/../"id" #2?<é>', "0099", "not a doi", "false", "false")


def test_paper_without_title_or_metadata_has_no_empty_values(ask):
    found = ask(f"?property ?value {{ <{UNTITLED}> ?property ?value FILTER isLiteral(?value) }}")
    assert {name.rpartition("/")[2].rpartition("#")[2] for name, _ in found} == {"label", "identifier", "source"}
    assert all(value for _, value in found)
    assert ask(f"?text {{ <{UNTITLED}> dcterms:hasPart ?text }}") == [(f"{BASE}{UNTITLED}#abstract",)]


@pytest.mark.parametrize(("year", "lexical"), [(None, []), (0, []), (-5, []), (10_000, []), (1, ["0001"])])
def test_year_that_is_none(year, lexical):
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[])
    graphs.add_paper(graph, "p", title="T", year=year)
    years = [triple.object.value for triple in triples(graph) if "PublicationYear" in triple.predicate.value]
    assert years == lexical


# Concepts


def test_labels(ask):
    query = """?label ?alias {{ <{}> a kg:Method, skos:Concept ; skos:inScheme <concepts> ; skos:prefLabel ?label
        OPTIONAL {{ <{}> skos:altLabel ?alias }} }} ORDER BY ?alias"""
    groknet, hostile = graphs.GROKNET, graphs.HOSTILE
    assert ask(query.format(groknet, groknet)) == [("GrokNet", "GrokNets"), ("GrokNet", "grok-net")]
    assert ask(query.format(hostile, hostile)) == [
        (HOSTILE_LABEL, "<script>alert(1)</script>"),
        (HOSTILE_LABEL, "a\\b\nc"),
    ]


def test_every_concept_has_one_english_preferred_label(ask):
    assert ask("(COUNT(DISTINCT ?c) AS ?n) { ?c a skos:Concept }") == [("10",)]
    assert ask("?c { ?c skos:prefLabel ?l FILTER(lang(?l) = 'en') } GROUP BY ?c HAVING(COUNT(?l) != 1)") == []
    assert ask("(COUNT(?l) AS ?n) { ?c skos:prefLabel ?l }") == [("10",)]


def test_preferred_label_is_not_repeated_as_alternative():
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[])
    graphs.add_concept(graph, "Adam", ConceptType.METHOD, aliases=["Adam", "ADAM"])
    assert [t.object.value for t in triples(graph) if t.predicate.value.endswith("altLabel")] == ["ADAM"]


def test_names_that_differ_in_punctuation_stay_apart(ask):
    found = ask("?label ?c { ?c a kg:Benchmark, schema:Dataset ; skos:prefLabel ?label } ORDER BY ?label")
    assert found == [("Tiny Bench", BASE + graphs.TINY_BENCH_SPACED), ("Tiny.Bench", BASE + graphs.TINY_BENCH)]


def test_vocabulary_entry_and_definition(ask):
    assert ask(f"?d ?entry {{ <{graphs.ADAM}> skos:definition ?d ; skos:exactMatch ?entry }}") == [
        ('An optimizer with "adaptive" step sizes.', BASE + "vocabulary/adam")
    ]


def test_other_types(ask):
    assert sorted(ask(f"?type {{ <{graphs.CPP}> kg:otherType ?type }}")) == [
        (ONTOLOGY_IRI + "Benchmark",),
        (ONTOLOGY_IRI + "Task",),
    ]


# Evidence


def test_every_link_has_its_property_and_evidence(ask):
    graph = sample_graph()
    links = {
        (BASE + paper, ONTOLOGY_IRI + name, BASE + concept)
        for paper, concept, name in graph.edges(keys=True)
        if graph.nodes[paper]["kind"] == "paper"
    }
    assert (
        set(ask("?p ?link ?c { ?p a kg:Paper ; ?link ?c . ?c a skos:Concept FILTER(?link != schema:mentions) }"))
        == links
    )
    evidence = """?p ?role ?c { ?a a oa:Annotation ; oa:motivatedBy oa:identifying ; kg:role ?role ; oa:hasBody ?c ;
        oa:hasTarget [ a oa:SpecificResource ; oa:hasSource/dcterms:isPartOf ?p ] }"""
    assert set(ask(evidence)) == links
    assert set(ask("?p ?c { ?p schema:mentions ?c }")) == {(paper, concept) for paper, _, concept in links}


def test_evidence_is_where_it_says():
    """Against the graph itself, in Python's code points."""
    graph, found = sample_graph(), {}
    for triple in triples(graph):
        found.setdefault(triple.subject.value, {}).setdefault(triple.predicate.value, []).append(triple.object.value)
    checked = 0
    for paper, concept, name, edge in graph.edges(keys=True, data=True):
        for mention in edge.get("mentions", ()):
            text, start, end = graph.nodes[paper][mention["field"]], mention["start"], mention["end"]
            span = f"{BASE}{paper}#{mention['field']}-{start}-{end}"
            annotation = found[f"{span}/{name}/{concept.removeprefix('concept/')}"]
            oa = PREFIXES["oa"]
            assert annotation[oa + "hasTarget"] == [span]
            assert found[found[span][oa + "hasSource"][0]][str(RDF.value)] == [text]
            quote, position = found[span + "/quote"], found[span + "/position"]
            assert (position[oa + "start"], position[oa + "end"]) == ([str(start)], [str(end)])
            assert quote[oa + "exact"] == [mention["text"]] == [text[start:end]]
            assert quote[oa + "prefix"] == [text[max(0, start - 32) : start]]
            assert quote[oa + "suffix"] == [text[end : end + 32]]
            (sentence,) = annotation[ONTOLOGY_IRI + "sentence"]
            assert mention["text"] in found[sentence + "/quote"][oa + "exact"][0]
            checked += 1
    assert checked == 16


def test_positions_count_code_points_in_sparql_too(ask):
    query = """?exact ?cut {{ ?s oa:hasSource/rdf:value ?text ; oa:hasSelector ?quote, ?position .
        ?quote oa:exact ?exact . ?position oa:start ?start ; oa:end ?end
        BIND(SUBSTR(?text, ?start + 1, ?end - ?start) AS ?cut) {} }}"""
    graph = sample_graph()
    edges = [(paper, edge) for paper, _, edge in graph.edges(data=True) if "mentions" in edge]
    marked = {(paper, m["field"], m["start"], m["end"]) for paper, edge in edges for m in edge["mentions"]}
    numbers = {(paper, mention["sentence"]) for paper, edge in edges for mention in edge["mentions"]}
    marked |= {(paper, *graph.nodes[paper]["sentences"][number]) for paper, number in numbers}
    assert len(ask(query.format(""))) == len(marked) > 20
    assert ask(query.format("FILTER(?cut != ?exact)")) == []


def test_confidence(ask):
    query = "?c {{ ?a oa:hasBody <{}> ; kg:role kg:evaluatesOn ; kg:confidence ?c }}"
    assert ask(query.format(graphs.TINY_BENCH)) == [("0.3333",)]


def test_sentences_that_name_a_concept(ask):
    query = f"""?text {{ ?a oa:hasBody <{graphs.ADAM}> ; kg:sentence ?s . ?s a kg:Sentence ;
        oa:hasSelector/oa:exact ?text }} ORDER BY ?text"""
    assert ask(query) == [
        ("GrokNet builds on Adam, a kind of gradient descent, and is applied to neural network verification.",),
        ("GrokNet: Adam-style verification for C++",),
    ]


def test_two_concepts_in_one_place_have_evidence_of_their_own():
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[])
    paper = graphs.add_paper(graph, "p", abstract="BERT here.")
    for label in ("BERT", "bert"):
        concept = graphs.add_concept(graph, label, ConceptType.METHOD)
        graphs.add_link(graph, paper, LINKS[ConceptType.METHOD]["uses"], concept, [("abstract", "BERT", 0)])
    bodies = {t.subject.value: t.object.value for t in triples(graph) if t.predicate.value.endswith("hasBody")}
    span = f"{BASE}paper/p#abstract-0-4/uses/"
    assert bodies == {f"{span}{label}": f"{BASE}concept/{label}" for label in ("BERT", "bert")}


# Statements


def test_relations_are_stated_plainly_and_as_statements(ask):
    graph = sample_graph()
    relations = {
        (BASE + head, PREFIXES["skos"] + name if name == "broader" else ONTOLOGY_IRI + name, BASE + tail)
        for head, tail, name in graph.edges(keys=True)
        if graph.nodes[head]["kind"] != "paper"
    }
    assert {name.rpartition("#")[2] for _, name, _ in relations} == {relation.value for relation in Relation}
    between = "?head ?name ?tail { ?head a skos:Concept ; ?name ?tail . ?tail a skos:Concept }"
    assert set(ask(between)) == relations
    reified = "?h ?r ?t { ?s a rdf:Statement, kg:Statement ; rdf:subject ?h ; rdf:predicate ?r ; rdf:object ?t }"
    assert set(ask(reified)) == relations


def test_statement_names_its_papers_and_sentences(ask):
    statement = "statement/Tiny.Bench/benchmarkFor/neural_network_verification"
    assert ask(f"?n ?c {{ <{statement}> kg:support ?n ; kg:confidence ?c }}") == [("2", "1")]
    assert sorted(ask(f"?p {{ <{statement}> prov:wasDerivedFrom ?p }}")) == [(BASE + FIRST,), (BASE + UNTITLED,)]
    evidence = f"""?p ?text ?c {{ ?a a oa:Annotation ; oa:motivatedBy oa:describing ; oa:hasBody <{statement}> ;
        kg:confidence ?c ; oa:hasTarget ?s . ?s a kg:Sentence ; oa:hasSource/dcterms:isPartOf ?p ;
        oa:hasSelector/oa:exact ?text }} ORDER BY ?p"""
    assert ask(evidence) == [
        (BASE + FIRST, "We introduce GrokNet, which outperforms α-CROWN on Tiny.Bench.", "0.3"),
        (
            BASE + UNTITLED,
            "Tiny.Bench is a benchmark for neural network verification, introduced with gradient descent.",
            "1",
        ),
    ]


def test_statement_of_the_vocabulary_alone_has_no_paper(ask):
    statement = "statement/Tiny_Bench/broader/Tiny.Bench"
    assert ask(f"?n {{ <{statement}> kg:support ?n }}") == [("0",)]
    assert ask(f"?x {{ <{statement}> prov:wasDerivedFrom|kg:confidence ?x }}") == []


def test_a_paper_counts_once_however_often_it_says_so(ask):
    statement = "statement/GrokNet/basedOn/Adam"
    assert ask(f"?n ?c {{ <{statement}> kg:support ?n ; kg:confidence ?c }}") == [("1", "0.8")]
    assert len(ask(f"?a {{ ?a oa:hasBody <{statement}> }}")) == 2


# The dataset


def test_dataset_tells_what_it_was_made_from_and_by(ask):
    assert ask(
        """?version ?time { <dataset> a void:Dataset ; prov:generatedAtTime ?time ; prov:wasGeneratedBy ?build .
            ?build prov:endedAtTime ?time ; prov:wasAssociatedWith/schema:softwareVersion ?version }"""
    ) == [("0.1.0", "2025-07-01T12:30:00Z")]
    assert ask(
        "?file ?hash { <dataset> prov:wasDerivedFrom ?i . ?i rdfs:label ?file ; kg:sha256 ?hash } ORDER BY ?hash"
    ) == [
        ("seeds/000.txt", "a" * 64),
        ('odd "name" <ü>.jsonl', "b" * 64),
    ]


def test_time_is_given_or_left_out():
    def times(**options):
        return {t.object.value for t in triples(sample_graph(), **options) if t.predicate.value.endswith("AtTime")}

    assert times() == set()
    there = MOMENT.astimezone(timezone(timedelta(hours=9)))
    assert times(generated_at=there) == {"2025-07-01T12:30:00+00:00"}
    with pytest.raises(ValueError, match="has no time zone"):
        times(generated_at=MOMENT.replace(tzinfo=None))


# Any graph


def test_adding_a_paper_renames_nothing():
    small, large = (nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[]) for _ in range(2))
    for graph in (large, small):
        if graph is large:
            graphs.add_paper(graph, "a", abstract="Before: Adam.")
            graphs.add_concept(graph, "a concept before", ConceptType.TASK)
        paper = graphs.add_paper(graph, "p", title="Adam", abstract="Adam is based on momentum.")
        adam, momentum = (graphs.add_concept(graph, label, ConceptType.METHOD) for label in ("Adam", "momentum"))
        graphs.add_link(graph, paper, LINKS[ConceptType.METHOD]["uses"], adam, [("title", "Adam", 0)])
        graphs.add_relation(graph, adam, Relation.BASED_ON, momentum, [(paper, 1, 1.0)])
    small, large = (
        {triple for triple in of_export(graph) if not triple[1][1].startswith(str(VOID))} for graph in (small, large)
    )
    assert small < large


def test_lone_surrogates_do_no_harm(tmp_path):
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[{"path": "\udcff.txt", "sha256": "0"}])
    paper = graphs.add_paper(graph, "\ud800", abstract="a \ud800 b", url="https://x.org/\ud800", authors=["\ud800"])
    concept = graphs.add_concept(graph, "x\ud800", ConceptType.TASK)
    graphs.add_link(graph, paper, LINKS[ConceptType.TASK]["addresses"], concept, [("abstract", "\ud800", 0)])
    write_rdf(graph, tmp_path / "graph.ttl")
    read = of_oxigraph(tmp_path / "graph.ttl")
    assert read == of_rdflib(rdflib.Graph().parse(tmp_path / "graph.ttl"))
    assert ("literal", "a \ufffd b", None, str(rdflib.XSD.string)) in {value for _, _, value in read}


def test_dataset_tells_what_it_was_made_with():
    graph = sample_graph()
    entry = {"path": "my rules.yaml", "sha256": "c" * 64}
    graph.graph["process"] = {
        "model": {"path": "tagger", "sha256": "d" * 64},
        "vocabulary": {"path": "vocabulary.ttl", "sha256": "e" * 64},
        "rules": entry,
        "parameters": {"min_confidence": 0.5},
    }
    found = {tuple(term.value for term in (t.subject, t.predicate, t.object)) for t in triples(graph)}
    prov, mls, kg = PREFIXES["prov"], PREFIXES["mls"], ONTOLOGY_IRI
    for node, digest in (("model/tagger", "d"), ("vocabulary/vocabulary.ttl", "e"), ("rules/my_rules.yaml", "c")):
        assert (BASE + "build", prov + "used", BASE + node) in found
        assert (BASE + node, kg + "sha256", digest * 64) in found
    assert (BASE + "model/tagger", str(RDF.type), mls + "Model") in found
    assert (BASE + "vocabulary/vocabulary.ttl", prov + "specializationOf", BASE + "vocabulary/") in found
    assert (BASE + "build", prov + "used", BASE + "parameter/min~_confidence") in found
    assert (BASE + "parameter/min~_confidence", PREFIXES["schema"] + "value", "0.5") in found


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("a.txt:3", "a.txt"),
        ("a.txt", "a.txt"),
        ("a.json[0]", "a.json"),
        ("a:1.txt:2", "a:1.txt"),
        ("a:1", "a:1"),
        ("elsewhere.txt:3", None),
        ("", None),
    ],
)
def test_paper_is_derived_from_the_file_it_was_read_from(source, file):
    inputs = [{"path": path, "sha256": "0"} for path in ("a.txt", "a.json", "a:1.txt", "a:1", "a")]
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=inputs)
    graphs.add_paper(graph, "p", title="T", sources=[source])
    of = [
        triple.object.value
        for triple in triples(graph, generated_at=MOMENT)
        if triple.subject.value == f"{BASE}paper/p#graph" and triple.predicate == ox.NamedNode(PROV.wasDerivedFrom)
    ]
    assert of == ([] if file is None else [f"{BASE}input/{mint(file)}"])


# Names that several concepts have


def labels_of(graph):
    found = {}
    for triple in triples(graph):
        name = triple.predicate.value.rpartition("#")[2]
        if name in ("prefLabel", "altLabel", "ambiguousLabel"):
            found.setdefault((triple.subject.value.rpartition("/")[2], name), []).append(triple.object.value)
    return found


def test_alias_that_names_another_concept_is_ambiguous():
    graph = nx.MultiDiGraph(base=BASE, generator="kg-papers 0.1.0", inputs=[])
    graphs.add_concept(graph, "semidefinite programming", ConceptType.METHOD, aliases=["SDP", "SDPs"])
    graphs.add_concept(graph, "sequential decision problem", ConceptType.TASK, aliases=["SDP", "decision problem"])
    graphs.add_concept(graph, "decision problem", ConceptType.TASK)
    assert labels_of(graph) == {
        ("semidefinite_programming", "prefLabel"): ["semidefinite programming"],
        ("semidefinite_programming", "altLabel"): ["SDPs"],
        ("semidefinite_programming", "ambiguousLabel"): ["SDP"],
        ("sequential_decision_problem", "prefLabel"): ["sequential decision problem"],
        ("sequential_decision_problem", "ambiguousLabel"): ["SDP", "decision problem"],
        ("decision_problem", "prefLabel"): ["decision problem"],
    }


@given(graph=any_graph())
def test_no_alternative_label_is_a_name_of_another_concept(graph):
    found = labels_of(graph)
    for (node, kind), names in found.items():
        if kind == "altLabel":
            others = {name for (other, _), values in found.items() if other != node for name in values}
            own = set(found[node, "prefLabel"]) | set(found.get((node, "ambiguousLabel"), ()))
            assert not set(names) & (others | own)
