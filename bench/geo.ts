// Routes and place search inside a function, without the way there: the same code in Node and in Deno.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measure, type Samples } from './geo/measure.ts'
import { type Figure, percentile, report, round } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function inDeno(): Samples {
  const script = fileURLToPath(new URL('geo/measure.ts', import.meta.url))
  const deno = `${root}node_modules/.bin/deno`
  const args = ['run', '--quiet', '--cached-only', '--no-prompt', '--allow-read', '--allow-env', script]
  const { stdout, stderr, status } = spawnSync(deno, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (status !== 0) throw new Error(`Deno could not measure: ${stderr.trim()}`)
  return JSON.parse(stdout) as Samples
}

function figures(runtime: string, { routeLoad, placesLoad, route, suggestion, reverse }: Samples): Figure[] {
  const figure = (metric: string, value: number, goal: number | null = null): Figure => ({
    metric: `${metric}, ${runtime}`,
    value: round(value, 3),
    unit: 'ms',
    goal
  })
  return [
    figure('route p50', percentile(route, 0.5)),
    figure('route p95', percentile(route, 0.95), 4),
    figure('suggestion p50', percentile(suggestion, 0.5)),
    figure('suggestion p95', percentile(suggestion, 0.95), 2),
    figure('reverse p95', percentile(reverse, 0.95)),
    figure('load road graph', routeLoad),
    figure('load place index', placesLoad)
  ]
}

const node = figures('Node', measure(new URL('../region/', import.meta.url)))
report('geo', [...node, ...figures('Deno', inDeno())])
