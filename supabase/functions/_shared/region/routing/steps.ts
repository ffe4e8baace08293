import type { Graph } from './graph.ts'
import { turnAngle } from '../geometry/heading.ts'
import { type Leg, stretchesOf } from './leg.ts'
import type { LatLng, Manoeuvre, Step } from '../geometry/types.ts'

// Limits of the angle between two roads, in degrees. An angle of BEND or more is announced as a slight turn, of TURN or more as
// a turn, of SHARP or more as a sharp turn, and of more than BACK as a U-turn.
const BEND = 25
const TURN = 55
const SHARP = 125
const BACK = 170

/**
 * Returns the steps of a leg. A step begins where the street's name changes, at a turn where the driver could also take another
 * way, at a U-turn, and where a roundabout begins.
 */
export function stepsOf(graph: Graph, leg: Leg): Step[] {
  const { edges, start, end } = leg
  const stretches = stretchesOf(graph, leg)
  const steps: Step[] = [{ ...begin('depart', graph, edges[0] ?? 0), lat: start.lat, lng: start.lng }]
  stretches.forEach(({ edge, metres, milliseconds }, i) => {
    const before = edges[i - 1]
    const current = steps.at(-1) as Step
    if (before !== undefined) {
      if (isRound(graph, before)) passExit(graph, current, before)
      const next = isRound(graph, edge) ? enter(graph, before, edge) : leave(graph, current, before, edge)
      if (next) steps.push(next)
    }
    const last = steps.at(-1) as Step
    last.distance_in_km += metres / 1000
    last.time_in_secs += milliseconds / 1000
  })
  // A drive that begins or ends within a roundabout takes none of its exits.
  if (isRound(graph, edges.at(-1) ?? 0)) delete steps.at(-1)?.exit
  steps.push({ ...begin('arrive', graph, edges.at(-1) ?? 0), lat: end.lat, lng: end.lng })
  return steps.map((step) => ({
    ...step,
    lat: Math.round(step.lat * 1e6) / 1e6,
    lng: Math.round(step.lng * 1e6) / 1e6,
    distance_in_km: Math.round(step.distance_in_km * 1000) / 1000,
    time_in_secs: Math.round(step.time_in_secs),
  }))
}

function enter(graph: Graph, before: number, edge: number): Step | null {
  if (isRound(graph, before)) return null
  return begin('roundabout', graph, edge)
}

/** Returns the step that begins with an edge outside of a roundabout; null if the current step continues. */
function leave(graph: Graph, current: Step, before: number, edge: number): Step | null {
  if (isRound(graph, before)) {
    // The step of a roundabout names the street after the roundabout.
    current.name = nameOf(graph, edge)
    return null
  }
  const manoeuvre = manoeuvreOf(angleBetween(graph, before, edge))
  const isChosen = choices(graph, before) > 1 && manoeuvre !== 'straight'
  const isRenamed = nameOf(graph, edge) !== nameOf(graph, before)
  return isChosen || isRenamed || manoeuvre === 'uturn' ? begin(manoeuvre, graph, edge) : null
}

function begin(manoeuvre: Manoeuvre, graph: Graph, edge: number): Step {
  const { pointStart, edgeReversed, edgeRoad } = graph
  const road = edgeRoad[edge] as number
  const first = edgeReversed[edge] === 1 ? (pointStart[road + 1] as number) - 1 : pointStart[road] as number
  return { manoeuvre, name: nameOf(graph, edge), distance_in_km: 0, time_in_secs: 0, ...pointAt(graph, first) }
}

/** Increases the step's exit number if there is an exit at the end of a roundabout's edge. */
function passExit(graph: Graph, step: Step, edge: number): void {
  if (step.manoeuvre !== 'roundabout') return
  const { turnStart, turnTo } = graph
  for (let turn = turnStart[edge] as number; turn < (turnStart[edge + 1] as number); turn++) {
    if (isRound(graph, turnTo[turn] as number)) continue
    step.exit = (step.exit ?? 0) + 1
    return
  }
}

function manoeuvreOf(angle: number): Manoeuvre {
  const bend = Math.abs(angle)
  if (bend < BEND) return 'straight'
  if (bend > BACK) return 'uturn'
  const side = angle > 0 ? 'right' : 'left'
  return bend < TURN ? `slight_${side}` : bend < SHARP ? side : `sharp_${side}`
}

/** Returns the angle in degrees between the end of one edge and the start of the next. */
function angleBetween(graph: Graph, from: number, to: number): number {
  const [a, b] = pointsOf(graph, from).slice(-2) as [number, number]
  const [c, d] = pointsOf(graph, to) as [number, number]
  return turnAngle(pointAt(graph, a), pointAt(graph, b), pointAt(graph, c), pointAt(graph, d))
}

/** Returns the indexes of an edge's points in the order of driving. */
function pointsOf({ pointStart, edgeRoad, edgeReversed }: Graph, edge: number): number[] {
  const road = edgeRoad[edge] as number
  const first = pointStart[road] as number
  const points = Array.from({ length: (pointStart[road + 1] as number) - first }, (_, i) => first + i)
  return edgeReversed[edge] === 1 ? points.reverse() : points
}

function pointAt({ pointLng, pointLat }: Graph, point: number): LatLng {
  return { lat: (pointLat[point] as number) / 1e6, lng: (pointLng[point] as number) / 1e6 }
}

/** Returns the number of edges onto which a driver can turn at the end of an edge. */
function choices({ turnStart }: Graph, edge: number): number {
  return (turnStart[edge + 1] as number) - (turnStart[edge] as number)
}

function isRound({ roadRound, edgeRoad }: Graph, edge: number): boolean {
  return roadRound[edgeRoad[edge] as number] === 1
}

function nameOf({ names, roadName, edgeRoad }: Graph, edge: number): string {
  return names[roadName[edgeRoad[edge] as number] as number] ?? ''
}
