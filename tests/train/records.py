"""Annotated papers that are made up."""

RECORDS = [
    {
        "id": "p1",
        "title": "FastNet for parsing",
        "abstract": "We propose FastNet, a graph neural network for dependency parsing. On TreeBench, FastNet outperforms the "
        "SlowNet baseline by two points of accuracy.",
        "concepts": [
            {"type": "Method", "role": "introduces", "canon": "FastNet", "forms": ["FastNet"]},
            {"type": "M", "role": "uses", "canon": "graph neural network", "forms": ["graph neural network"]},
            {"type": "Task", "role": "addresses", "canon": "dependency parsing", "forms": ["dependency parsing"]},
            {"type": "Benchmark", "role": "uses", "canon": "TreeBench", "forms": ["TreeBench"]},
            {"type": "Method", "role": "compares", "canon": "SlowNet", "forms": ["SlowNet"]},
            {"type": "X", "role": "uses", "canon": "accuracy", "forms": ["accuracy"], "opt": True},
        ],
        "relations": [
            {"head": "FastNet", "type": "appliedTo", "tail": "dependency parsing"},
            {"head": "FastNet", "type": "basedOn", "tail": "graph neural network"},
            {"head": "FastNet", "type": "outperforms", "tail": "SlowNet"},
        ],
    },
    {
        "id": "p2",
        "abstract": "Machine translation (MT) is hard. We study MT with $\\alpha$-Trees and report BLEU.",
        "concepts": [
            {
                "type": "Task",
                "role": "addresses",
                "canon": "machine translation",
                "forms": ["Machine translation", "MT"],
            },
            {"type": "Method", "alt_type": "Task", "role": "uses", "canon": "α-tree", "forms": ["$\\alpha$-Trees"]},
            {"type": "Metric", "role": "uses", "alt_role": "mentions", "canon": "BLEU", "forms": ["BLEU"]},
        ],
        "relations": [],
    },
]
