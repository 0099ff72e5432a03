"""Which measure of :mod:`kg.query.related` ranks the co-occurrences of unseen papers best.

Run from the project's folder: ``python -m tests.benchmarks.bench_related GRAPH.json``, with the graph of some ten thousand papers. A fifth of the
papers, chosen by a hash of their ids, is held out. For each of 1,000 concepts of at least five other papers all concepts
of at least two are ranked; right are those that share a held-out paper with it. Reported are, averaged over concepts:

* recall@20, nDCG@20 (gain: the number of held-out papers);
* AUC: how often a right concept stands above a wrong one of the same frequency (within a factor of √2), which gives
  nothing for preferring hubs; and the same for right concepts that share no paper of the other four fifths.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

from kg.graph import load_graph
from kg.query import KnowledgeGraph, association

QUERIES = 1000
RIVALS = 20
TOP = 20


def popularity(matrix, number):
    return matrix.degree.astype(float)


def shared(matrix, number):
    return association.shared_papers(matrix, number).astype(float)


def is_held_out(paper):
    return zlib.crc32(paper.encode()) % 5 == 0


def held_out_pairs(graph, held_out, matrix):
    """Of each concept known well enough, the concepts of held-out papers, each with the number of those papers."""
    known = {node: number for node, number in matrix.concept_number.items() if matrix.degree[number] >= 2}
    pairs = {}
    for paper in held_out:
        concepts = [known[node] for node in graph.succ[paper] if node in known]
        for one in concepts:
            if matrix.degree[one] >= 5:
                pairs.setdefault(one, Counter()).update(other for other in concepts if other != one)
    return {one: others for one, others in sorted(pairs.items()) if len(others) >= 2}


def dcg(gains):
    return sum(gain / np.log2(rank + 2) for rank, gain in enumerate(gains))


def judge(scores, right, rivals):
    order = np.argsort(-scores, kind="stable")[:TOP].tolist()
    recall = sum(each in right for each in order) / min(TOP, len(right))
    ndcg = dcg([right.get(each, 0) for each in order]) / dcg(sorted(right.values(), reverse=True)[:TOP])
    auc = [
        np.mean(scores[each] > scores[others]) + np.mean(scores[each] == scores[others]) / 2
        for each, others in rivals.items()
    ]
    return recall, ndcg, np.mean(auc) if auc else np.nan


def rivals_of(right, one, matrix, classes, chance):
    """Of each right concept some wrong ones of its frequency."""
    found = {}
    for each in sorted(right):
        others = chance.choice(classes[frequency(matrix.degree[each])], RIVALS)
        others = np.array([other for other in others if other not in right and other != one], dtype=int)
        if len(others):
            found[each] = others
    return found


def frequency(papers):
    return int(2 * np.log2(papers))


def main(path):
    graph = load_graph(Path(path))
    held_out = [node for node, kind in graph.nodes(data="kind") if kind == "paper" and is_held_out(node)]
    rest = graph.copy()
    rest.remove_nodes_from(held_out)
    matrix = KnowledgeGraph(rest).incidence
    classes = {}
    for number in np.flatnonzero(matrix.degree >= 2).tolist():
        classes.setdefault(frequency(matrix.degree[number]), []).append(number)
    pairs = held_out_pairs(graph, held_out, matrix)
    chance = np.random.default_rng(0)
    queries = sorted(chance.permutation(sorted(pairs))[:QUERIES].tolist())
    rivals = {one: rivals_of(pairs[one], one, matrix, classes, chance) for one in queries}
    met = {one: association.shared_papers(matrix, one) for one in queries}
    sys.stdout.write(f"{len(matrix.papers)} papers, {len(held_out)} held out, {len(queries)} concepts\n")
    measures = (popularity, shared, association.npmi, association.log_likelihood, association.pagerank)
    for measure in measures:
        rows = []
        for one in queries:
            scores = np.where(matrix.degree >= 2, measure(matrix, one), -1.0)
            scores[one] = -1.0
            new = {each: others for each, others in rivals[one].items() if not met[one][each]}
            rows.append((*judge(scores, pairs[one], rivals[one]), judge(scores, pairs[one], new)[2]))
        recall, ndcg, auc, auc_new = np.nanmean(np.array(rows), axis=0)
        sys.stdout.write(
            f"{measure.__name__:15} recall {recall:.3f}  nDCG {ndcg:.3f}  AUC {auc:.3f}  AUC of new pairs {auc_new:.3f}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1])
