/** What is shown as JSON-LD, in the terms of the ontology's context: the same statements as the RDF export has. */
(function () {
  "use strict";

  const CONTEXT = 32; // characters before and after a quote
  // What XML 1.0 cannot hold, not even escaped; no syntax can hold half a character.
  // eslint-disable-next-line no-control-regex
  const NOT_XML =
    /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  const SAFE_IRI =
    /^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?([/?#]([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/;

  /** @param {string} value */
  const text = (value) => value.replace(NOT_XML, "\ufffd").replace(/\r/g, "\n");

  /** @param {string} value */
  const english = (value) => ({ "@value": text(value), "@language": "en" });

  /** Only what is there: no empty values, and one value not as a list.
   * @param {Record<string, any>} node */
  function lean(node) {
    const entries = Object.entries(node).flatMap(([name, value]) => {
      const values = [value].flat().filter((each) => each !== "" && each !== null && each !== undefined);
      return values.length ? [[name, values.length === 1 ? values[0] : values]] : [];
    });
    return Object.fromEntries(entries);
  }

  class Export {
    /** @param {KG.App} app
     * @param {KG.Scene} scene */
    constructor(app, scene) {
      this.app = app;
      this.graph = app.graph;
      this.ids = new Set(scene.nodes.map(({ id }) => id));
      this.names = sharedNames(app.graph);
      /** @type {Record<string, any>[]} */
      this.nodes = [];
    }

    /** @param {object} context that of the ontology, with the graph's base */
    document(context) {
      const papers = new Set([...this.ids].filter((id) => this.graph.isPaper(id)));
      const concepts = [...this.ids].filter((id) => !this.graph.isPaper(id)).sort((a, b) => a - b);
      /** @type {Map<number, {edge: number, sentence: number}[]>} */
      const stated = new Map();
      for (const concept of concepts) this.concept(concept, papers, stated);
      for (const paper of [...papers].sort((a, b) => a - b)) this.paper(paper, stated.get(paper) || []);
      return JSON.stringify({ "@context": context, "@graph": this.nodes.map(lean) }, null, 1);
    }

    /** @param {number} concept
     * @param {Set<number>} papers receives those that state a relation
     * @param {Map<number, {edge: number, sentence: number}[]>} stated receives their sentences */
    concept(concept, papers, stated) {
      const { graph, app } = this;
      const row = graph.row(concept);
      const kind = graph.kind(concept);
      const label = graph.label(concept);
      const names = [...new Set(graph.concepts.aliases[row])].filter((name) => name !== label);
      const relations = [...graph.relationsOf(concept)].filter(
        (edge) => graph.edges.from[edge] === concept && this.ids.has(graph.edges.to[edge]) && app.filter.edge(edge),
      );
      this.nodes.push({
        id: graph.key(concept),
        type: [kind, "skos:Concept", kind === "Benchmark" ? "schema:Dataset" : ""],
        otherType: graph.concepts.otherKinds[row].map((other) => `kg:${graph.kinds[other]}`),
        label: english(label),
        prefLabel: text(label),
        altLabel: names.filter((name) => !this.names.has(name)).map(text),
        ambiguousLabel: names.filter((name) => this.names.has(name)).map(text),
        definition: text(graph.concepts.definition[row]),
        inScheme: "concepts",
        ...this.byType(relations),
      });
      for (const edge of relations) {
        const flat = graph.evidenceOf(edge);
        const from = [];
        for (let at = 0; at < flat.length; at += 2) {
          from.push(flat[at]);
          papers.add(flat[at]);
          stated.set(flat[at], [...(stated.get(flat[at]) || []), { edge, sentence: flat[at + 1] }]);
        }
        this.nodes.push(this.statement(edge, [...new Set(from)]));
      }
    }

    /** @param {number[]} edges
     * @returns {Record<string, string[]>} */
    byType(edges) {
      /** @type {Record<string, string[]>} */
      const found = {};
      for (const edge of edges) (found[this.graph.type(edge)] ||= []).push(this.graph.key(this.graph.edges.to[edge]));
      return found;
    }

    /** @param {number} edge
     * @param {number[]} papers */
    statement(edge, papers) {
      const { graph } = this;
      const type = graph.type(edge);
      return {
        id: `statement/${this.path(edge)}`,
        type: ["Statement", "rdf:Statement"],
        subject: graph.key(graph.edges.from[edge]),
        predicate: type === "broader" ? "skos:broader" : `kg:${type}`,
        object: graph.key(graph.edges.to[edge]),
        support: String(papers.length),
        wasDerivedFrom: papers.map((paper) => graph.key(paper)),
      };
    }

    /** @param {number} edge */
    path(edge) {
      const { graph } = this;
      const slug = (/** @type {number} */ node) => graph.key(node).replace(/^concept\//, "");
      return `${slug(graph.edges.from[edge])}/${graph.type(edge)}/${slug(graph.edges.to[edge])}`;
    }

    /** @param {number} paper
     * @param {{edge: number, sentence: number}[]} stated */
    paper(paper, stated) {
      const { graph, app } = this;
      const { title, label, authors, year, venue, url, name } = graph.papers;
      const links = [...graph.linksOf(paper)].filter(
        (edge) => this.ids.has(graph.edges.to[edge]) && app.filter.edge(edge),
      );
      const known = year[paper];
      this.nodes.push({
        id: graph.key(paper),
        type: ["Paper", "fabio:ResearchPaper", "schema:ScholarlyArticle"],
        label: text(title[paper] || label[paper]),
        title: text(title[paper]),
        identifier: text(name[paper]),
        creatorName: [...new Set(authors[paper].map(text))],
        publicationYear: known && known > 0 && known < 10000 ? String(known).padStart(4, "0") : "",
        publicationName: text(venue[paper]),
        url: SAFE_IRI.test(url[paper]) ? url[paper] : url[paper] && { "@value": text(url[paper]) },
        ...this.byType(links),
        "schema:mentions": [...new Set(links.map((edge) => graph.key(graph.edges.to[edge])))],
      });
      this.evidence(paper, links, stated);
    }

    /** The sentences and mentions that speak for what is exported.
     * @param {number} paper
     * @param {number[]} links
     * @param {{edge: number, sentence: number}[]} stated */
    evidence(paper, links, stated) {
      const { graph } = this;
      const place = new Places(graph, paper);
      const sentence = (/** @type {number} */ number) => place.of(...place.sentence(number));
      for (const edge of links) {
        const flat = graph.evidenceOf(edge);
        const [type, target] = [graph.type(edge), graph.key(graph.edges.to[edge])];
        for (let at = 0; at < flat.length; at += 3) {
          const [number, start, end] = flat.subarray(at, at + 3);
          const span = place.of(place.sentence(number)[0], start, end);
          place.annotation(span, `${type}/${target.replace(/^concept\//, "")}`, {
            motivation: "oa:identifying",
            body: target,
            role: `kg:${type}`,
            sentence: sentence(number),
          });
        }
      }
      for (const { edge, sentence: number } of stated) {
        if (!graph.sentencesOf(paper).length) continue;
        const span = sentence(number);
        const body = `statement/${this.path(edge)}`;
        place.annotation(span, this.path(edge), { motivation: "oa:describing", body, sentence: span });
      }
      this.nodes.push(...place.nodes.values());
    }
  }

  /** The spans of a paper that are pointed at, as resources with their quotes and positions. */
  class Places {
    /** @param {KG.Graph} graph
     * @param {number} paper */
    constructor(graph, paper) {
      this.graph = graph;
      this.paper = paper;
      this.iri = graph.key(paper);
      /** @type {Map<string, Record<string, any>>} */
      this.nodes = new Map();
    }

    /** @param {number} number
     * @returns {[number, number, number]} field, start, end */
    sentence(number) {
      const [field, start, end] = this.graph.sentencesOf(this.paper).subarray(3 * number, 3 * number + 3);
      return [field, start, end];
    }

    /** The IRI of a span. Places are told in code points, while JavaScript counts in UTF-16 code units.
     * @param {number} field
     * @param {number} start
     * @param {number} end
     * @returns {string} */
    of(field, start, end) {
      const name = field ? "abstract" : "title";
      const whole = this.graph.papers[name][this.paper];
      const [before, exact, after] = [whole.slice(0, start), whole.slice(start, end), whole.slice(end)].map((part) => [
        ...part,
      ]);
      const first = before.length;
      const iri = `${this.iri}#${name}-${first}-${first + exact.length}`;
      if (this.nodes.has(iri)) return iri;
      this.nodes.set(iri, {
        id: iri,
        type: ["SpecificResource"],
        source: `${this.iri}#${name}`,
        selector: [`${iri}/quote`, `${iri}/position`],
      });
      this.nodes.set(`${iri}/quote`, {
        id: `${iri}/quote`,
        type: "TextQuoteSelector",
        exact: text(exact.join("")),
        prefix: { "@value": text(before.slice(-CONTEXT).join("")) },
        suffix: { "@value": text(after.slice(0, CONTEXT).join("")) },
      });
      this.nodes.set(`${iri}/position`, {
        id: `${iri}/position`,
        type: "TextPositionSelector",
        start: String(first),
        end: String(first + exact.length),
      });
      return iri;
    }

    /** @param {string} span
     * @param {string} path
     * @param {{motivation: string, body: string, role?: string, sentence: string}} values */
    annotation(span, path, values) {
      const iri = `${span}/${path}`;
      const types = /** @type {Record<string, any>} */ (this.nodes.get(values.sentence)).type;
      if (!types.includes("Sentence")) types.push("Sentence");
      this.nodes.set(iri, { id: iri, type: "Annotation", target: span, ...values });
    }
  }

  /** Names that more than one concept has.
   * @param {KG.Graph} graph */
  function sharedNames(graph) {
    /** @type {Set<string>} */
    const once = new Set();
    /** @type {Set<string>} */
    const more = new Set();
    for (let concept = graph.paperCount; concept < graph.size; concept++) {
      for (const name of new Set([graph.label(concept), ...graph.concepts.aliases[graph.row(concept)]]))
        (once.has(name) ? more : once).add(name);
    }
    return more;
  }

  /** @param {KG.App} app
   * @param {KG.Scene} scene
   * @returns {string} */
  const jsonld = (app, scene) => new Export(app, scene).document(KG.load.read("kg-context"));

  KG.jsonld = { jsonld };
})();
