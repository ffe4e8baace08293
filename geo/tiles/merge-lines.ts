import type { Line } from './layers.ts'

/**
 * Joins lines that meet end to end, so that a street's label is placed along the whole street.
 *
 * @param directed whether lines have a direction: then the end of one is joined only to the start of another
 */
export function joinLines(lines: readonly Line[], directed: boolean): Line[] {
  const atEnd = new Map<number, number[]>()
  lines.forEach((line, i) => {
    for (const end of [line[0] as number, line[line.length - 1] as number]) {
      const there = atEnd.get(end)
      if (there) there.push(i)
      else atEnd.set(end, [i])
    }
  })
  const used = new Set<number>()
  return lines.flatMap((line, i) => {
    if (used.has(i)) return []
    used.add(i)
    const joined = Array.from(line)
    extend(joined)
    // Extend the other end, too, if the lines have no direction.
    if (!directed) extend(joined.reverse())
    return [joined]
  })

  function extend(line: number[]): void {
    for (;;) {
      const end = line.at(-1) as number
      const next = atEnd.get(end)?.find((i) => !used.has(i) && (!directed || lines[i]?.[0] === end))
      const piece = next === undefined ? undefined : lines[next]
      if (next === undefined || !piece) return
      used.add(next)
      const isAlong = piece[0] === end
      for (let i = 1; i < piece.length; i++) line.push(piece[isAlong ? i : piece.length - 1 - i] as number)
    }
  }
}
