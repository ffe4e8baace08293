import type { Step, Tree } from './climb.ts'
import type { Graph } from './graph.ts'

/**
 * Returns the edges, in the order of driving, of the way that the searches from both ends (`Climb`) have found.
 *
 * @param meeting the edge where the two searches meet
 */
export function unpackWay(graph: Graph, ahead: Tree, back: Tree, meeting: number): number[] {
  const climbed: { edge: number; over: number }[] = []
  let first = meeting
  let step = stepTo(ahead, meeting)
  for (; step.before >= 0; step = stepTo(ahead, first)) {
    climbed.push({ edge: first, over: step.over })
    first = step.before
  }
  const edges = step.before === -1 ? [first] : [-2 - step.before, first]
  let at = first
  for (const { edge, over } of climbed.reverse()) {
    unpackArc(graph, at, edge, over, edges)
    at = edge
  }
  for (let down = stepTo(back, meeting); down.before >= 0; down = stepTo(back, at)) {
    unpackArc(graph, at, down.before, down.over, edges)
    at = down.before
  }
  return edges
}

function stepTo(tree: Tree, edge: number): Step {
  const step = tree.get(edge)
  if (!step) throw new Error(`no way leads to edge ${edge}`)
  return step
}

/** Appends the edges of an arc, except its first. A shortcut consists of two arcs that meet at an edge of lower rank. */
function unpackArc(graph: Graph, from: number, to: number, over: number, edges: number[]): void {
  if (over === 0) {
    edges.push(to)
    return
  }
  const { upStart, upTo, upOver, downStart, downFrom, downOver } = graph
  const middle = over - 1
  unpackArc(graph, from, middle, overOf(downStart, downFrom, downOver, middle, from), edges)
  unpackArc(graph, middle, to, overOf(upStart, upTo, upOver, middle, to), edges)
}

function overOf(start: Uint32Array, ends: Uint32Array, overs: Uint32Array, edge: number, end: number): number {
  for (let arc = start[edge] as number; arc < (start[edge + 1] as number); arc++) {
    if (ends[arc] === end) return overs[arc] as number
  }
  throw new Error(`no arc between edges ${edge} and ${end}`)
}
