import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Figure } from '../report.ts'

interface Wanted {
  metric: string
  goal: number
  atLeast?: boolean
}

/** Figures of the parts' own benchmarks that the whole stack has to reach. */
const wanted: Record<string, Wanted[]> = {
  realtime: [
    { metric: 'statement to client, 100 a second, p95', goal: 5 },
    { metric: 'joins a second', goal: 400, atLeast: true },
    { metric: 'memory of the gateway per connection', goal: 40 }
  ],
  functions: [{ metric: 'warm function, 32 connections', goal: 1000, atLeast: true }],
  geo: [
    { metric: 'route p95, Liechtenstein, Deno', goal: 4 },
    { metric: 'suggestion p95, Liechtenstein, Deno', goal: 2 }
  ]
}

function resultsOf(bench: string): Figure[] {
  const args = [join(import.meta.dirname, '../main.ts'), bench, '--json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 })
  // Read the results even if the exit code says that a goal was missed, because a missed goal must not end this benchmark.
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (line.startsWith('{')) return (JSON.parse(line) as { results: Figure[] }).results
  console.error(`The benchmark ${bench} could not be run: ${stderr.trim().slice(-2000)}`)
  return []
}

/**
 * Takes the required figures. A benchmark that could not run misses its goals; a missing metric is an error, because after a
 * rename its goal could never be missed.
 */
export function pick(bench: string, results: readonly Figure[], list: readonly Wanted[]): Figure[] {
  return list.map(({ metric, goal, atLeast = false }) => {
    const result = results.find((one) => one.metric === metric)
    if (!result && results.length > 0) {
      const known = results.map((one) => one.metric).join('; ')
      throw new Error(`The benchmark ${bench} measures no "${metric}", but: ${known}`)
    }
    return {
      metric: `${bench}: ${metric}`,
      value: result?.value ?? Number.NaN,
      unit: result?.unit ?? '',
      goal,
      atLeast
    }
  })
}

/** Runs the benchmarks of realtime, functions and geo, and takes the figures that the whole stack must reach. */
export function measureOthers(): Figure[] {
  return Object.entries(wanted).flatMap(([bench, list]) => pick(bench, resultsOf(bench), list))
}
