import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Figure } from '../report.ts'

interface Wanted {
  metric: string
  goal: number
  atLeast?: boolean
}

/** What the benchmarks of the parts measure more closely, and what of it must be reached here. */
const wanted: Record<string, Wanted[]> = {
  realtime: [
    { metric: 'statement to client, 100 a second, p95', goal: 5 },
    { metric: 'joins a second', goal: 400, atLeast: true },
    { metric: 'memory of the gateway per connection', goal: 40 }
  ],
  functions: [{ metric: 'warm function, 32 connections', goal: 1000, atLeast: true }],
  geo: [
    { metric: 'route p95, Deno', goal: 4 },
    { metric: 'suggestion p95, Deno', goal: 2 }
  ]
}

function resultsOf(bench: string): Figure[] {
  const args = [join(import.meta.dirname, '../main.ts'), bench, '--json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 })
  // A goal of its own that is missed sets its exit code, and is no reason to give up here.
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (line.startsWith('{')) return (JSON.parse(line) as { results: Figure[] }).results
  console.error(`The benchmark ${bench} could not be run: ${stderr.trim().slice(-2000)}`)
  return []
}

/** Runs the benchmarks of realtime, functions and geo, and takes the figures that the stack as a whole must reach. */
export function measureOthers(): Figure[] {
  return Object.entries(wanted).flatMap(([bench, list]) => {
    const results = resultsOf(bench)
    return list.map(({ metric, goal, atLeast = false }): Figure => {
      const result = results.find((one) => one.metric === metric)
      // A figure that could not be taken misses its goal.
      return {
        metric: `${bench}: ${metric}`,
        value: result?.value ?? Number.NaN,
        unit: result?.unit ?? '',
        goal,
        atLeast
      }
    })
  })
}
