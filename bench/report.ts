import { cpus, totalmem } from 'node:os'

/** A measured figure; `goal` is the largest acceptable value in the same unit, or the smallest if `atLeast` is set. */
export interface Figure {
  metric: string
  value: number
  unit: string
  goal: number | null
  atLeast?: boolean
}

/** A percentile: the value below which this share of the samples is. */
export function percentile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

function machine(): string {
  const [first] = cpus()
  return `${cpus().length} x ${first?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
}

function isReached({ value, goal, atLeast }: Figure): boolean {
  if (goal === null) return true
  return atLeast ? value >= goal : value <= goal
}

/** Prints the figures as lines and, with `--json`, one JSON object as the last line; a missed goal sets exit code 1. */
export function report(bench: string, figures: Figure[]): void {
  const results = figures.map(({ atLeast: _, ...figure }, index) => ({
    ...figure,
    ok: isReached(figures[index] ?? figure)
  }))
  for (const [index, { metric, value, unit, goal, ok }] of results.entries()) {
    const sign = figures[index]?.atLeast ? '>=' : '<='
    const aim = goal === null ? '' : `  (goal ${sign} ${goal} ${unit}${ok ? '' : ', MISSED'})`
    console.log(`${metric.padEnd(52)}${String(value).padStart(10)} ${unit}${aim}`)
  }
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ bench, machine: machine(), date: new Date().toISOString(), results }))
  }
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}
