import { distance } from '../../supabase/functions/_shared/region/mod.ts'
import type { Extract } from '../osm/extract.ts'
import type { Position } from '../osm/multipolygon.ts'
import type { Tags } from '../osm/primitives.ts'
import type { Way } from '../osm/way-store.ts'
import { wayLine } from '../tiles/features.ts'
import { toLatLng } from './names.ts'

/** Stretches with more house numbers than this are skipped, because then a number at one of the two ends must be mistyped. */
const MOST = 500

/**
 * Yields the house numbers between the numbered nodes of interpolation ways, without the nodes themselves. The numbers are
 * spread evenly along the way. The tag `addr:interpolation` says which numbers exist: even, odd, all, alphabetic or a step.
 */
export function* betweenEnds(extract: Extract): Generator<{ tags: Tags; at: Position }> {
  for (const way of extract.ways.values()) {
    const kind = way.tags['addr:interpolation']
    if (!kind) continue
    for (const { from, to, line, tags } of stretches(way, extract)) {
      const numbers = numbersBetween(kind, from, to)
      for (const [i, number] of numbers.entries()) {
        const at = along(line, (i + 1) / (numbers.length + 1))
        if (at) yield { tags: { ...tags, 'addr:housenumber': number }, at }
      }
    }
  }
}

/** Splits an interpolation way at its numbered nodes. Yields each piece with the numbers and the address of its ends. */
function* stretches(way: Way, extract: Extract) {
  let first = -1
  for (const [i, node] of way.nodes.entries()) {
    const end = extract.nodeTags.get(node)
    const to = end?.['addr:housenumber']
    if (!end || !to) continue
    const start = extract.nodeTags.get(way.nodes[first] ?? -1)
    const from = start?.['addr:housenumber']
    if (start && from) {
      const line = wayLine({ ...way, nodes: way.nodes.slice(first, i + 1) }, extract)
      yield { from, to, line, tags: addressOf(end, start, way.tags) }
    }
    first = i
  }
}

/** Merges the address tags (`addr:*`) of several elements: for each key the last element that has it decides. */
function addressOf(...all: Tags[]): Tags {
  const entries = all.flatMap((tags) => Object.entries(tags).filter(([key]) => key.startsWith('addr:')))
  return Object.fromEntries(entries)
}

/**
 * Returns the numbers between two ends, in order: 4 and 6 between 2 and 8 (`even`), 3b and 3c between 3a and 3d
 * (`alphabetic`). Returns none if an end does not fit `kind`, or if the ends are more than `MOST` steps apart.
 */
export function numbersBetween(kind: string, from: string, to: string): string[] {
  if (kind === 'alphabetic') return lettersBetween(from, to)
  const step = { even: 2, odd: 2, all: 1 }[kind] ?? Number(kind)
  const [start, end] = [Number.parseInt(from, 10), Number.parseInt(to, 10)]
  if (!Number.isInteger(step) || step < 1 || !(Math.abs(end - start) <= MOST * step)) return []
  if (kind === 'even' || kind === 'odd') {
    const rest = kind === 'even' ? 0 : 1
    if (start % 2 !== rest || end % 2 !== rest) return []
  }
  const numbers: string[] = []
  const direction = end > start ? step : -step
  for (let number = start + direction; direction > 0 ? number < end : number > end; number += direction) {
    numbers.push(String(number))
  }
  return numbers
}

function lettersBetween(from: string, to: string): string[] {
  const [, number, first] = /^(\d+)\s*([a-z])$/i.exec(from) ?? []
  const [, other, last] = /^(\d+)\s*([a-z])$/i.exec(to) ?? []
  if (!number || !first || !last || number !== other) return []
  const [start, end] = [first.toLowerCase().charCodeAt(0), last.toLowerCase().charCodeAt(0)]
  const direction = end > start ? 1 : -1
  const letters: string[] = []
  for (let code = start + direction; code !== end && start !== end; code += direction) {
    letters.push(number + String.fromCharCode(code))
  }
  return letters
}

/** Returns the point at a share (0 to 1) of a line's length; null if the line has no segment. */
function along(line: readonly Position[], share: number): Position | null {
  const lengths = line.slice(1).map((point, i) => distance(toLatLng(line[i] ?? point), toLatLng(point)))
  let rest = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [i, length] of lengths.entries()) {
    const [a, b] = [line[i], line[i + 1]]
    if (a && b && (rest <= length || i === lengths.length - 1)) {
      const part = length === 0 ? 0 : Math.min(1, rest / length)
      return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
    }
    rest -= length
  }
  return null
}
