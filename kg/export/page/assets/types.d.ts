/** The shapes that travel between the modules of the page's script; for editors and `tsc --checkJs`, not for browsers. */
declare namespace KG {
  // What the file carries (see kg/export/page/data.py). The front and the overview stand first and in the clear.
  type Front = {
    start: string;
    detail: Detail;
    kinds: string[];
    types: string[];
    papers: number;
    concepts: number;
    regions: Region[];
  };
  /** How much of the graph is in the file: all of it; no abstracts; the main concepts and the papers between them. */
  type Detail = "full" | "titles" | "main";
  type Raw = { papers: Papers; concepts: Concepts; edges: RawEdges; sentences: RawRows; evidence: RawRows };
  type RawRows = { ends: number[]; values: number[] };
  type RawEdges = { from: number[]; to: number[]; type: number[] };
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
  };
  type Concepts = {
    id: string[];
    label: string[];
    kind: number[];
    aliases: string[][];
    definition: string[];
    otherKinds: number[][];
    papers?: number[];
  };
  type Edges = { from: Uint32Array; to: Uint32Array; type: Uint8Array };
  type Rows = { of(row: number): Uint32Array };
  type Venue = { name: string; papers: number };

  /** The main concepts, the most shared first, so that the first n are the n most important. */
  type Overview = { nodes: OverviewNode[]; edges: OverviewEdge[]; regions: Region[] };
  /** `value` is the number of papers, `size` the radius where one unit is a pixel, `region` a place in the regions or -1;
   * `slug` is there where it does not follow from the label. */
  type OverviewNode = Point & {
    id: number;
    label: string;
    slug?: string;
    group: string;
    value: number;
    size: number;
    region: number;
  };
  type OverviewEdge = { from: number; to: number; value: number };
  /** A community of the overview. `key` is `region/…`, `tint` one of `--region-0` … `--region-7`; rings are closed lines of
   * flat coordinates, `x, y, x, y, …`; the label belongs at `x, y`. */
  type Region = Point & { key: string; label: string; tint: number; papers: number; nodes: number; rings: number[][] };

  // The state (state.js).
  type State = Readonly<{
    view: "map" | "table";
    /** The key of a node or region, or null for the overview; it may name nothing that the graph has. */
    focus: string | null;
    depth: 1 | 2 | 3;
    expanded: readonly string[];
    collapsed: readonly string[];
    pinned: readonly Pin[];
    path: readonly [string, string] | null;
    /** The two nodes of the edge whose evidence is open. */
    edge: readonly [string, string] | null;
    filters: Filters;
    /** Which table is shown: that of the nodes, or that of what joins them. */
    list: "nodes" | "lines";
    /** The column by which the table is sorted, downwards with a `-` before it. */
    sort: string;
  }>;
  type Pin = Point & { key: string };
  type Filters = Readonly<{
    /** Kinds that are hidden. */
    kinds: readonly string[];
    /** Links and relations that are hidden. */
    types: readonly string[];
    /** The first and last year, ends included, null for an open end. */
    years: readonly [number | null, number | null] | null;
    /** Names of venues without years; none means all. */
    venues: readonly string[];
    /** The least number of papers of a concept. */
    papers: number;
  }>;
  interface Store {
    get(): State;
    set(change: Partial<State>, options?: { replace?: boolean }): void;
    filter(change: Partial<Filters>, options?: { replace?: boolean }): void;
    open(key: string | null): void;
    follow(hash: string): void;
    subscribe(subscriber: (state: State, before: State) => void): () => void;
  }

  /** What the filters leave (visible.js). */
  interface Filter {
    /** Whether anything is hidden. */
    active: boolean;
    /** Whether a paper counts: by year and venue, whether or not papers are drawn. */
    paper(paper: number): boolean;
    /** Whether a kind is drawn. */
    kind(kind: string): boolean;
    /** Whether a node is drawn: by kind, and a concept by its papers that count. */
    node(node: number): boolean;
    /** Whether an edge counts: by its type, and by the papers that speak for it. */
    edge(edge: number): boolean;
    /** How many papers that count have a concept. */
    count(concept: number): number;
    /** What is hidden, in words, or "". */
    sentence: string;
  }

  // Nodes and edges are numbers, papers first (graph.js).
  interface Graph {
    kinds: string[];
    types: string[];
    detail: Detail;
    /** Whether all is there, or as yet the nodes of the overview alone. */
    ready: boolean;
    papers: Papers;
    concepts: Concepts;
    edges: Edges;
    paperCount: number;
    size: number;
    counts: Uint32Array;
    years: Int32Array;
    span: [number, number] | null;
    venues: Venue[];
    venue: Int32Array;
    isPaper(node: number): boolean;
    row(node: number): number;
    kind(node: number): string;
    label(node: number): string;
    key(node: number): string;
    find(key: string): number | undefined;
    edgesOf(node: number): Uint32Array;
    linksOf(node: number): Uint32Array;
    linksByRole(node: number): Map<string, number[]>;
    relationsOf(node: number): Uint32Array;
    across(node: number): number[];
    isLink(edge: number): boolean;
    type(edge: number): string;
    other(edge: number, node: number): number;
    evidenceOf(edge: number): Uint32Array;
    sentencesOf(paper: number): Uint32Array;
    statedBy(paper: number): Uint32Array;
    countsByYear(concept: number, passes?: (edge: number) => boolean): Map<number, number>;
    published(paper: number): string;
  }

  /** What views are given (app.js). */
  interface App {
    graph: Graph;
    overview: Overview;
    store: Store;
    /** What the filters of the present state leave. */
    filter: Filter;
    canvas: Canvas;
    /** What vis-network is told. */
    options: object;
    heading: string;
    /** The node that is open; undefined for the overview, for a region, and for a key that nothing has. */
    node(): number | undefined;
    /** The region that is open. */
    region(): Region | undefined;
  }
  interface View {
    /** Called once with `before` null, then after each change of the state.
     * @param before what the view showed last, null where all may have changed */
    render(state: State, before: State | null): void;
  }

  // Evidence: places in a field of a paper, in UTF-16 code units.
  type Mark = { start: number; end: number; node: number };
  type Quote = { field: "title" | "abstract"; start: number; end: number; marks: Mark[] };
  type Statement = Quote & { paper: number };

  // The picture.
  type Point = { x: number; y: number };
  type Size = { width: number; height: number };
  /** `far` steps from the middle and hung on `near`, where there is a middle; on the map its `rank` by papers. */
  type SceneNode = Point & {
    id: number;
    size: number;
    side?: "left" | "right";
    far?: number;
    near?: number;
    rank?: number;
    pinned?: boolean;
  };
  /** What joins two nodes: a relation of the graph, which is named, or what `name` says; on the map how `strength` is, and
   * as `rank` that of the less shared one; one `aside` is drawn only when an end is pointed at. */
  type SceneEdge = {
    from: number;
    to: number;
    strength?: number;
    relation?: string;
    name?: string;
    rank?: number;
    aside?: boolean;
  };
  /** What is drawn: `focus` is in the middle; `regions` lie behind; `note` says in words what is left out; `more` how
   * many nodes could be opened around one. */
  type Scene = {
    kind: "map" | "hood" | "path";
    focus: number | null;
    nodes: SceneNode[];
    edges: SceneEdge[];
    regions: Region[];
    note: string;
    more?: (node: number) => More;
  };
  type Box = Point & { width: number; height: number; side?: string };
  type Disc = Point & { radius: number };
  /** A label: its box is at the side of what it belongs to, which is at `anchor` in the scene; it lies on a `tint`. */
  type Label = Box & {
    lines: string[];
    font: Font;
    anchor: Point;
    shape?: number;
    shift?: number;
    tint?: number;
  };
  /** A label and the boxes it may be in, the best first; a forced one rather covers something than stay away, a loose one
   * only nodes, of which as little as it can. */
  type Wish<B extends Box> = { id: string | number; boxes: () => Iterable<B>; forced?: boolean; loose?: boolean };
  /** A canvas and how much of it is covered at its top, at its bottom and in its lower right corner, in pixels. */
  type Area = Size & { top: number; bottom: number; corner: Size };
  type Shape = Size & { lines: string[]; font: Font };
  type Font = { pixels: number; weight: number; italic?: boolean };
  /** How an arrangement stretches a scene, and around which point. */
  type Stretch = Point & { middle: Point };
  /** How a scene is stretched, and from where it is looked at. */
  type Arrangement = { stretch: Stretch; scale: number; position: Point };
  /** Where the picture is looked at: the scene's point in the middle of the canvas, and pixels for a unit. */
  type Sight = Point & Size & { scale: number };
  interface Stage {
    sight(): Sight;
    look(sight: Point & { scale: number }): void;
    pan(right: number, down: number): void;
    zoom(factor: number, still?: Point): void;
    resize(): void;
    redraw(): void;
  }

  type Theme = Record<string, string>;
  type Stroke = { color: string; width: number; alpha?: number };
  type SignStyle = { fill: string; rim?: string; rimWidth?: number; alpha?: number };
  type TextStyle = { color: string; rim?: string; alpha?: number };
  type Bundle = { style: Stroke; lines: number[]; heads: number[] };
  /** What draws: places in pixels, many of one look at once; flat lists hold `x, y, x, y` of lines, `x, y, radius` of
   * signs. */
  interface Pen {
    rings(rings: number[][], at: Point & { scale: number }, color: string): void;
    lines(flat: number[], stroke: Stroke): void;
    triangles(flat: number[], color: string, alpha: number): void;
    signs(kind: string, flat: number[], style: SignStyle): void;
    text(lines: string[], font: Font, box: Box, style: TextStyle): void;
    plate(box: Box, color: string, round: number): void;
  }
  interface Stamps {
    of(kind: string, size: number, style: SignStyle, ratio: number): HTMLCanvasElement;
  }
  interface Motion {
    step(): boolean;
    place(node: number, to: Point): Point;
  }
  /** A scene that is placed, and what is pointed at. */
  interface Picture {
    graph: Graph;
    scene: Scene;
    nodes: Map<number, SceneNode>;
    regions: Region[];
    area: Area;
    theme: Theme;
    lit: Set<number> | null;
    hovered: number | null;
    focused: number | null;
    motion: Motion | null;
    position(node: number): Point;
    radius(node: number, scale: number): number;
    frame(scale: number): (box: Box) => boolean;
    more(node: number): More;
    isLit(edge: number): boolean;
    drawsEdge(edge: number, scale: number): boolean;
    pointed(): { name: string; about: string[]; place: Disc } | null;
  }
  type Found = { node?: number; region?: string; edge?: number } | null;
  interface Canvas extends Picture {
    moved: boolean;
    stage: Stage;
    placed: Map<string | number, Label>;
    show(scene: Scene, options?: { keep?: boolean }): void;
    at(point: Point, touch?: boolean): Found;
    point(found: Found): void;
    mark(ends: readonly (number | undefined)[]): void;
    focus(node: number | null): void;
    put(node: number, point: Point): void;
    unplaced(node: number): Point;
    disc(node: number, sight?: Sight): Disc;
    whereIs(node: number): Point;
  }
  /** What pointers do, in pixels of the canvas; a click may wait to become two where `mayTwice` says so. */
  interface Gestures {
    hover(point: Point | null, touch?: boolean): void;
    click(point: Point, touch: boolean): void;
    mayTwice(point: Point, touch: boolean): boolean;
    twice(point: Point, touch: boolean): void;
    pan(right: number, down: number): void;
    zoom(factor: number, point: Point): void;
    grab(point: Point): boolean;
    drag(point: Point): void;
    drop(): void;
  }
  /** What keys do. */
  interface Actions {
    walk(direction: [number, number]): void;
    open(): void;
    back(): void;
    home(): void;
    expand(): void;
    collapse(): void;
    pin(): void;
    pan(right: number, down: number): void;
    zoom(factor: number): void;
    fit(): void;
  }
  /** What is close to a node, as far as the filters let it be seen. */
  interface Near {
    related(concept: number, most: number, without?: Nodes, looked?: number): Ranked;
    papers(concept: number, shown: Iterable<number>, most: number, without?: Nodes): Ranked;
    concepts(paper: number, most: number, without?: Nodes): Ranked;
    more(node: number, shown: Nodes, toPapers?: boolean): More;
  }
  type More = { papers: number; concepts: number };
  type Nodes = { has(node: number): boolean };
  type Ranked = { nodes: number[]; total: number };
  /** Who is around a node: on the inner ring, on the ring, and behind each of those. */
  interface Hood {
    focus: number;
    papers: number[];
    others: number[];
    behind: Map<number, number[]>;
  }

  type Child = Node | string | null | undefined | false;
  type Hit = { node: number; name: string };
  type Finder = { search(text: string): Hit[] };

  // The table (rows.js).
  type NodeRow = {
    node: number;
    name: string;
    kind: string;
    /** Null for a paper. */
    papers: number | null;
    years: string;
    venue: string;
    /** How it belongs to the node in the middle, in words. */
    connection: string;
  };
  /** `edge` is null where papers have both and nothing else joins them; `papers` is how many say so. */
  type LineRow = { from: number; to: number; edge: number | null; says: string; papers: number };
}

/** vis-network, as pyvis ships it. */
declare const vis: { Network: new (container: HTMLElement, data: object, options: object) => any };
