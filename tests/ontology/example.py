"""A small graph that keeps to every shape, as Turtle to be spoilt."""

_TITLE = "FastNet: fast nets"
_ABSTRACT = "We propose 𝔽astNet, based on ResNet. It does image classification on ImageNet with high accuracy."
_TEXTS = {"title": _TITLE, "abstract": _ABSTRACT}
_FIRST = "We propose 𝔽astNet, based on ResNet."
_SECOND = _ABSTRACT.removeprefix(_FIRST).strip()


def _span(name, field, words, *, more=""):
    text = _TEXTS[field]
    start = text.index(words)
    end = start + len(words)
    return f"""
<p1#{name}> a oa:SpecificResource{more} ;
    oa:hasSource <p1#{field}> ;
    oa:hasSelector <p1#{name}/quote>, <p1#{name}/position> .
<p1#{name}/quote> a oa:TextQuoteSelector ;
    oa:exact "{words}" ;
    oa:prefix "{text[max(0, start - 8) : start]}" ;
    oa:suffix "{text[end : end + 8]}" .
<p1#{name}/position> a oa:TextPositionSelector ;
    oa:start {start} ;
    oa:end {end} .
"""


def _annotation(name, span, sentence, body, *, role=""):
    return f"""
<p1#{name}> a oa:Annotation ;
    oa:motivatedBy oa:{"identifying" if role else "describing"} ;
    oa:hasBody <{body}> ;
    oa:hasTarget <p1#{span}> ;
    {f"kg:role kg:{role} ;" if role else ""}
    kg:confidence 0.9 ;
    kg:sentence <p1#{sentence}> .
"""


def _statement(name, head, relation, tail, *, papers="<p1>", support=1):
    return f"""
<{name}> a kg:Statement, rdf:Statement ;
    rdf:subject <{head}> ;
    rdf:predicate {relation} ;
    rdf:object <{tail}> ;
    kg:support {support} {f"; kg:confidence 0.5 ; prov:wasDerivedFrom {papers}" if papers else ""} .
"""


PREFIXES = """
@base <https://example.org/> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix fabio: <http://purl.org/spar/fabio/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix kg: <https://w3id.org/kg-papers/ontology#> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix void: <http://rdfs.org/ns/void#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

EXAMPLE = (
    PREFIXES
    + f"""
<dataset> a void:Dataset ;
    dcterms:title "Example"@en ;
    void:triples 200 ;
    prov:generatedAtTime "2025-01-01T00:00:00Z"^^xsd:dateTime .
<file> kg:sha256 "{"0f" * 32}" .
<p1#graph> a kg:PaperGraph ; foaf:primaryTopic <p1> .

<fastnet> a kg:Method, skos:Concept ;
    skos:prefLabel "FastNet"@en ;
    skos:altLabel "Fast Net"@en ;
    skos:hiddenLabel "Fastnet"@en ;
    kg:ambiguousLabel "FN"@en ;
    skos:definition "A fast net."@en ;
    skos:broader <resnet> ;
    kg:basedOn <resnet> ;
    kg:appliedTo <classification> ;
    kg:evaluatedOn <imagenet> ;
    kg:outperforms <resnet> .
<resnet> a kg:Method, skos:Concept ;
    skos:prefLabel "ResNet"@en, "ResNet"@de ;
    skos:exactMatch <https://example.com/resnet> .
<classification> a kg:Task ; skos:prefLabel "image classification"@en ; skos:broader <recognition> .
<recognition> a kg:Task ; skos:prefLabel "recognition"@en .
<imagenet> a kg:Benchmark ; skos:prefLabel "ImageNet"@en ; kg:benchmarkFor <classification> .
<accuracy> a kg:Metric ;
    kg:otherType kg:Task ;
    skos:prefLabel "accuracy"@en ;
    kg:measures <classification> .

<p1> a kg:Paper ;
    dcterms:identifier "1" ;
    dcterms:title "{_TITLE}" ;
    dcterms:creator <p1#author-1>, <p1#author-2> ;
    dcterms:hasPart <p1#title>, <p1#abstract> ;
    fabio:hasPublicationYear "2025"^^xsd:gYear ;
    schema:sameAs <https://doi.org/10.1000/1> ;
    kg:introduces <fastnet> ;
    kg:comparesWith <resnet> ;
    kg:addresses <classification> ;
    kg:evaluatesOn <imagenet> ;
    kg:reports <accuracy> .
<p1#author-1> foaf:name "Ada Byron" ; kg:position 1 .
<p1#author-2> foaf:name "Emmy Noether" ; kg:position 2 .
<p1#title> a kg:Text ; rdf:value "{_TITLE}" ; dcterms:isPartOf <p1> .
<p1#abstract> a kg:Text ; rdf:value "{_ABSTRACT}" ; dcterms:isPartOf <p1> .
"""
    + _span("s0", "title", _TITLE, more=", kg:Sentence")
    + _span("s1", "abstract", _FIRST, more=", kg:Sentence")
    + _span("s2", "abstract", _SECOND, more=", kg:Sentence")
    + _span("m0", "title", "FastNet")
    + _span("m1", "abstract", "𝔽astNet")
    + _span("m2", "abstract", "ResNet")
    + _span("m3", "abstract", "image classification")
    + _span("m4", "abstract", "ImageNet")
    + _span("m5", "abstract", "accuracy")
    + _annotation("a0", "m0", "s0", "fastnet", role="introduces")
    + _annotation("a1", "m1", "s1", "fastnet", role="introduces")
    + _annotation("a2", "m2", "s1", "resnet", role="comparesWith")
    + _annotation("a3", "m3", "s2", "classification", role="addresses")
    + _annotation("a4", "m4", "s2", "imagenet", role="evaluatesOn")
    + _annotation("a5", "m5", "s2", "accuracy", role="reports")
    + _annotation("b1", "s1", "s1", "st-based")
    + _annotation("b2", "s2", "s2", "st-applied")
    + _statement("st-based", "fastnet", "kg:basedOn", "resnet")
    + _statement("st-applied", "fastnet", "kg:appliedTo", "classification")
    + _statement("st-evaluated", "fastnet", "kg:evaluatedOn", "imagenet", papers="", support=0)
    + _statement("st-outperforms", "fastnet", "kg:outperforms", "resnet", papers="", support=0)
    + _statement("st-benchmark", "imagenet", "kg:benchmarkFor", "classification", papers="", support=0)
    + _statement("st-measures", "accuracy", "kg:measures", "classification", papers="", support=0)
    + _statement("st-broader", "fastnet", "skos:broader", "resnet", papers="", support=0)
)
