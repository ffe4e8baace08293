import type { LatLng, Measure } from '../geometry/types.ts'
import { garbage } from '../../http-client/failure.ts'
import type { Budget } from '../../http-client/client.ts'

export type Rows = (Measure | null)[][]

/** The points of a distance table without repeats; `sources` and `destinations` are indexes into `points`. */
export interface TablePoints {
  points: LatLng[]
  sources: number[]
  destinations: number[]
}

/** Collects the points of a distance table without repeats, because providers bill repeated points. */
export function tablePoints(starts: readonly LatLng[], dests: readonly LatLng[]): TablePoints {
  const places = new Map<string, number>()
  const points: LatLng[] = []
  const place = (point: LatLng): number => {
    const key = `${point.lat},${point.lng}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, points.length)
    return points.push(point) - 1
  }
  return { sources: starts.map(place), destinations: dests.map(place), points }
}

/** How a provider computes parts of a matrix that is too large for one request. */
export interface Blocks {
  /**
   * Returns whether a part is within the provider's limits, as far as they are known. A part of one pair is always requested.
   */
  fits(starts: readonly LatLng[], dests: readonly LatLng[]): boolean
  /**
   * Returns the rows of a part; null if the provider refuses it as too large. Then `fits` returns false for parts of its size.
   */
  ask(starts: readonly LatLng[], dests: readonly LatLng[], budget: Budget): Promise<Rows | null>
}

/** A part of a matrix: the index of its first row and column, and their points. */
interface Block {
  top: number
  left: number
  starts: readonly LatLng[]
  dests: readonly LatLng[]
}

/** Number of parts of one matrix that are requested at the same time. */
const AT_ONCE = 5

/**
 * Requests a matrix of any size from a provider with limits. A part above the limit is halved along its longer side until it
 * fits. Up to `AT_ONCE` parts are requested at the same time; if one fails, the others are cancelled.
 */
export async function inBlocks(
  starts: readonly LatLng[],
  dests: readonly LatLng[],
  budget: Budget,
  { fits, ask }: Blocks,
): Promise<Rows> {
  const rows: Rows = starts.map(() => dests.map(() => null))
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, ...(budget.signal ? [budget.signal] : [])])
  const answer = async (block: Block): Promise<Block[]> => {
    const found = await ask(block.starts, block.dests, { ...budget, signal })
    if (!found) return halves(block)
    found.forEach((row, i) => rows[block.top + i]?.splice(block.left, row.length, ...row))
    return []
  }
  let left: Block[] = [{ top: 0, left: 0, starts, dests }]
  try {
    while (left.length > 0) {
      left = left.flatMap((block) => fitting(block, fits))
      left.push(...(await Promise.all(left.splice(0, AT_ONCE).map(answer))).flat())
    }
  } catch (error) {
    controller.abort()
    throw error
  }
  return rows
}

function fitting(block: Block, fits: Blocks['fits']): Block[] {
  const isOne = block.starts.length === 1 && block.dests.length === 1
  return isOne || fits(block.starts, block.dests) ? [block] : halves(block).flatMap((half) => fitting(half, fits))
}

/** Halves a part along its longer side. @throws {ProviderFailure} of kind `garbage` for one pair, which cannot be halved */
function halves({ top, left, starts, dests }: Block): Block[] {
  if (starts.length === 1 && dests.length === 1) throw garbage('one pair is too big')
  const half = Math.ceil(Math.max(starts.length, dests.length) / 2)
  if (starts.length >= dests.length) {
    return [
      { top, left, starts: starts.slice(0, half), dests },
      { top: top + half, left, starts: starts.slice(half), dests },
    ]
  }
  return [
    { top, left, starts, dests: dests.slice(0, half) },
    { top, left: left + half, starts, dests: dests.slice(half) },
  ]
}
