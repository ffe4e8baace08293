/**
 * The road graph as flat arrays.
 *
 * A *road* is a stretch between two junctions, with its shape. An *edge* is a road driven in one direction. A *turn* leads from
 * the end of one edge onto the next; forbidden turns are absent. A route goes from edge to edge along turns, so that a turn can
 * take time or be forbidden. Some bans depend on more than the last edge ("from A over B not onto C"). For them edge B is
 * duplicated: a drive from A gets onto the copy, every other drive onto the original.
 */
export interface RoadGraph {
  /** Per edge: its road. */
  edgeRoad: Uint32Array
  /** Per edge: 1 if it leads from the road's last point to its first; else 0. */
  edgeReversed: Uint8Array
  /** Per edge: driving time in milliseconds. */
  edgeTime: Uint32Array
  /** Per edge: the driving time plus a penalty, such as for through traffic on an access road, in milliseconds. */
  edgeCost: Uint32Array
  /** Per edge: MAY_START if a way leads out of it, plus MAY_END if one leads in. */
  edgeEnds: Uint8Array
  /** Per road: the part of the roads to which it belongs; no road connects one part with another. 0 is the largest. */
  roadPart: Uint32Array
  /** Per part: the number of its edges. */
  partEdges: Uint32Array
  /** Per road: whether a car stops on it to let people in or out: 0 no, 1 on a street, 2 on a driveway or in a yard. */
  roadStop: Uint8Array
  /** Per edge e: its turns have the indexes from turnStart[e] to turnStart[e + 1] - 1. */
  turnStart: Uint32Array
  /** Per turn: the edge onto which the turn leads. */
  turnTo: Uint32Array
  /** Per turn: milliseconds that the turn takes. */
  turnTime: Uint32Array
  /** Per turn: its time plus an hour for each step to a stricter level of access (end only, private), in milliseconds. */
  turnCost: Uint32Array
  /**
   * The turns whose rules depend on the hour, in ascending order, and the week of each. A week w says with the indexes from
   * weekStart[w] to weekStart[w + 1] - 1 what holds from which minute of the week on (0: Monday, 00:00, local time).
   */
  timedTurn: Uint32Array
  timedWeek: Uint32Array
  weekStart: Uint32Array
  weekMinute: Uint32Array
  /** Four times the steps in addition to `turnCost`, plus those at worst, if an uncertain condition holds. 3 steps: forbidden. */
  weekSteps: Uint8Array
  /** Per road: length in metres. */
  roadLength: Float32Array
  /** Per road: index into `names`. */
  roadName: Uint32Array
  /** Per road: 1 if it is part of a roundabout; else 0. */
  roadRound: Uint8Array
  /** Per road r: its points have the indexes from pointStart[r] to pointStart[r + 1] - 1. */
  pointStart: Uint32Array
  /** Per point: longitude and latitude in 1e-6 degrees. */
  pointLng: Int32Array
  pointLat: Int32Array
  /** Spatial index of the roads from `indexRoads`. It is stored because building it takes longer than loading all the rest. */
  roadIndex: Uint8Array
  /**
   * Places whose door is not at the nearest road, in ascending order of `doorKey`. For each the road in front of the door, and the
   * point on it in 1e-6 degrees.
   */
  doorPlace: Float64Array
  doorRoad: Uint32Array
  doorLng: Int32Array
  doorLat: Int32Array
  /** Street names; the first is empty. */
  names: string[]
}

/** Returns the number of a place by its position, rounded to 1e-5 degrees as in the place index. */
export function doorKey(lat: number, lng: number): number {
  return Math.round((lat + 90) * 1e5) * 4e7 + Math.round((lng + 180) * 1e5)
}

/**
 * A road graph with its contraction hierarchy.
 *
 * Every edge has a rank. An *arc* is a turn, or a shortcut: the quickest way from one edge to another over an edge of lower
 * rank. The search for the quickest way between two edges climbs to higher ranks from both: forwards from the start, and
 * backwards from the end. The two climbs meet at an edge of the quickest way. Costs are whole milliseconds, so that a sum does
 * not depend on the order of adding.
 */
export interface Graph extends RoadGraph {
  /** Per edge e: its arcs to edges of higher rank have the indexes from upStart[e] to upStart[e + 1] - 1. */
  upStart: Uint32Array
  /** Per arc up: the edge onto which the arc leads. */
  upTo: Uint32Array
  /** Per arc up: cost in milliseconds, including the edge onto which the arc leads. */
  upCost: Uint32Array
  /** Per arc up: 1 + the edge that a shortcut passes, 0 for a turn. */
  upOver: Uint32Array
  /**
   * Per edge e: the arcs that lead onto e from edges of higher rank have the indexes from downStart[e] to downStart[e + 1] - 1 in
   * the next three arrays. They are numbered separately from the arcs of upTo.
   */
  downStart: Uint32Array
  /** Per arc down: the edge from which the arc leads. */
  downFrom: Uint32Array
  /** Per arc down: cost in milliseconds, including the edge onto which the arc leads. */
  downCost: Uint32Array
  /** Per arc down: 1 + the edge that a shortcut passes, 0 for a turn. */
  downOver: Uint32Array
}

/** The bits of `edgeEnds`: a drive may begin on the edge, or end on it. */
export const MAY_START = 1
export const MAY_END = 2

type Column = Exclude<keyof Graph, 'names'>
type TypedArray = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array

const COLUMNS: Record<Column, new (buffer: ArrayBuffer, offset: number, length: number) => TypedArray> = {
  edgeRoad: Uint32Array,
  edgeReversed: Uint8Array,
  edgeTime: Uint32Array,
  edgeCost: Uint32Array,
  edgeEnds: Uint8Array,
  roadPart: Uint32Array,
  partEdges: Uint32Array,
  roadStop: Uint8Array,
  turnStart: Uint32Array,
  turnTo: Uint32Array,
  turnTime: Uint32Array,
  turnCost: Uint32Array,
  timedTurn: Uint32Array,
  timedWeek: Uint32Array,
  weekStart: Uint32Array,
  weekMinute: Uint32Array,
  weekSteps: Uint8Array,
  roadLength: Float32Array,
  roadName: Uint32Array,
  roadRound: Uint8Array,
  pointStart: Uint32Array,
  pointLng: Int32Array,
  pointLat: Int32Array,
  roadIndex: Uint8Array,
  doorPlace: Float64Array,
  doorRoad: Uint32Array,
  doorLng: Int32Array,
  doorLat: Int32Array,
  upStart: Uint32Array,
  upTo: Uint32Array,
  upCost: Uint32Array,
  upOver: Uint32Array,
  downStart: Uint32Array,
  downFrom: Uint32Array,
  downCost: Uint32Array,
  downOver: Uint32Array,
}
const MAGIC = 'HKGRAPH7'

interface FileHeader {
  columns: Record<Column, number>
  names: string[]
}

/**
 * Encodes a graph as a file: magic, length of the header, header as JSON, then each array aligned to 8 bytes. Little-endian.
 */
export function encodeGraph(graph: Graph): Uint8Array {
  const keys = Object.keys(COLUMNS) as Column[]
  const columns = Object.fromEntries(keys.map((key) => [key, graph[key].length])) as Record<Column, number>
  const header: FileHeader = { columns, names: graph.names }
  const text = new TextEncoder().encode(JSON.stringify(header))
  let size = align(12 + text.length)
  for (const key of keys) size = align(size + graph[key].byteLength)

  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode(MAGIC))
  new DataView(bytes.buffer).setUint32(8, text.length, true)
  bytes.set(text, 12)
  let offset = align(12 + text.length)
  for (const key of keys) {
    const column = graph[key]
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset)
    offset = align(offset + column.byteLength)
  }
  return bytes
}

/** Decodes a graph; its arrays are views on the buffer. @throws {Error} if the bytes are no graph of this version */
export function decodeGraph(buffer: ArrayBuffer): Graph {
  if (new TextDecoder().decode(new Uint8Array(buffer, 0, Math.min(8, buffer.byteLength))) !== MAGIC) {
    throw new Error('not a road graph of this version: import the region again')
  }
  const length = new DataView(buffer).getUint32(8, true)
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, length))) as FileHeader
  let offset = align(12 + length)
  const columns: Partial<Record<Column, TypedArray>> = {}
  for (const key of Object.keys(COLUMNS) as Column[]) {
    const column = new COLUMNS[key](buffer, offset, header.columns[key])
    columns[key] = column
    offset = align(offset + column.byteLength)
  }
  return { ...(columns as Pick<Graph, Column>), names: header.names }
}

function align(offset: number): number {
  return Math.ceil(offset / 8) * 8
}
