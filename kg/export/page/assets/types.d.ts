/** The shapes that travel between the modules of the page's script; for editors and `tsc --checkJs`, not for browsers. */
declare namespace KG {
  // What the file carries (see kg/export/page/data.py).
  type Raw = { kinds: string[]; types: string[]; papers: Papers; concepts: Concepts; edges: Edges };
  type Papers = {
    id: string[];
    label: string[];
    title: string[];
    abstract: string[];
    authors: string[][];
    year: (number | null)[];
    venue: string[];
    url: string[];
    name: string[];
    sentences: number[][];
  };
  type Concepts = {
    id: string[];
    label: string[];
    kind: number[];
    aliases: string[][];
    definition: string[];
    otherKinds: number[][];
  };
  type Edges = { from: number[]; to: number[]; type: number[]; evidence: number[][] };
  type Overview = { nodes: OverviewNode[]; edges: OverviewEdge[] };
  type OverviewNode = { id: number; group: string; value: number; x: number; y: number };
  type OverviewEdge = { from: number; to: number; value: number };

  // Nodes and edges are numbers, papers first.
  interface Graph {
    kinds: string[];
    types: string[];
    papers: Papers;
    concepts: Concepts;
    edges: Edges;
    paperCount: number;
    size: number;
    counts: Uint32Array;
    isPaper(node: number): boolean;
    row(node: number): number;
    kind(node: number): string;
    label(node: number): string;
    key(node: number): string;
    find(key: string): number | undefined;
    edgesOf(node: number): Uint32Array;
    linksOf(node: number): Uint32Array;
    relationsOf(node: number): Uint32Array;
    isLink(edge: number): boolean;
    type(edge: number): string;
    other(edge: number, node: number): number;
    published(paper: number): string;
  }
  type Visible = (node: number) => boolean;

  // Evidence: places in a field of a paper, in UTF-16 code units.
  type Mark = { start: number; end: number; node: number };
  type Quote = { field: "title" | "abstract"; start: number; end: number; marks: Mark[] };
  type Statement = Quote & { paper: number };

  // The picture.
  type Point = { x: number; y: number };
  type Size = { width: number; height: number };
  type SceneNode = Point & { id: number; size: number; side?: "left" | "right" };
  type SceneEdge = { from: number; to: number; strength?: number; relation?: string };
  type Scene = { focus: number | null; nodes: SceneNode[]; edges: SceneEdge[]; note: string };
  type Box = Point & { width: number; height: number; side?: string };
  type Label = Box & { lines: string[]; font: Font };
  /** A label and the boxes it may be in, the best first; a forced one rather covers something than stay away. */
  type Wish<B extends Box> = { id: string | number; boxes: () => Iterable<B>; forced?: boolean };
  /** A canvas and how much of it is covered at its top and bottom, in pixels. */
  type Area = Size & { top: number; bottom: number };
  type Shape = Size & { lines: string[]; font: Font };
  type View = { places: SceneNode[]; scale: number; position: Point };
  type Font = { pixels: number; weight: number; italic?: boolean };

  type Child = Node | string | null | undefined | false;
  type Hit = { node: number; name: string };
}

/** vis-network, as pyvis ships it. */
declare const vis: { Network: new (container: HTMLElement, data: object, options: object) => any };
