import type { Position } from 'geojson'
import type { LayerFeature } from './layers.ts'

/**
 * Joins lines of the same look that meet end to end, so that a street's name is placed along the street rather than
 * along each of its pieces. One-way streets join only in their direction.
 */
export function mergeLines(items: readonly LayerFeature[]): LayerFeature[] {
  const groups = new Map<string, LayerFeature[]>()
  for (const item of items) {
    const key = `${item.minZoom} ${JSON.stringify(item.feature.properties)}`
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const lines = group.map(({ feature }) =>
      feature.geometry.type === 'LineString' ? feature.geometry.coordinates : []
    )
    const joined = joinLines(lines, first.feature.properties?.oneway === true)
    return joined.map((coordinates) => ({
      minZoom: first.minZoom,
      feature: {
        type: 'Feature' as const,
        properties: first.feature.properties,
        geometry: { type: 'LineString' as const, coordinates }
      }
    }))
  })
}

function joinLines(lines: Position[][], directed: boolean): Position[][] {
  const atEnd = new Map<string, number[]>()
  const key = (point: Position | undefined) => `${point?.[0]},${point?.[1]}`
  lines.forEach((line, i) => {
    for (const end of [key(line[0]), key(line.at(-1))]) atEnd.set(end, [...(atEnd.get(end) ?? []), i])
  })
  const used = new Set<number>()
  const result: Position[][] = []
  for (let i = 0; i < lines.length; i++) {
    if (used.has(i)) continue
    used.add(i)
    let line = lines[i] ?? []
    line = extend(line)
    // Without a direction the other end may grow as well.
    if (!directed) line = extend(line.toReversed())
    result.push(line)
  }
  return result

  function extend(line: Position[]): Position[] {
    for (;;) {
      const end = key(line.at(-1))
      const next = (atEnd.get(end) ?? []).find((i) => !used.has(i) && (!directed || key(lines[i]?.[0]) === end))
      const piece = next === undefined ? undefined : lines[next]
      if (next === undefined || !piece) return line
      used.add(next)
      line = line.concat((key(piece[0]) === end ? piece : piece.toReversed()).slice(1))
    }
  }
}
