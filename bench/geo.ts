// Measures routes and place search inside a function, without the network: the same code in Node and in Deno, on the
// repository's region and on the roads of Gothenburg, compared with npm's routers.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importRegion } from '../geo/region.ts'
import type { Samples } from './geo/measure.ts'
import { type Figure, percentile, report, round } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const script = join(root, 'bench/geo/measure.ts')
const RUNTIMES = {
  Node: [process.execPath, []],
  Deno: [
    join(root, 'node_modules/.bin/deno'),
    ['run', '--quiet', '--cached-only', '--no-prompt', '--allow-read', '--allow-env']
  ]
} as const

/** Measures the regions in a separate process, so that neither starts with the other's compiled code. */
function measureIn(runtime: keyof typeof RUNTIMES, folders: readonly string[]): Samples[] {
  const [program, args] = RUNTIMES[runtime]
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  const { stdout, stderr, status } = spawnSync(program, [...args, script, ...folders], options)
  if (status !== 0) throw new Error(`${runtime} could not measure: ${stderr.trim()}`)
  return JSON.parse(stdout) as Samples[]
}

function figures(where: string, samples: Samples, isCountry: boolean): Figure[] {
  const figure = (metric: string, value: number, unit: string, goal: number | null = null): Figure => ({
    metric: `${metric}, ${where}`,
    value: round(value, 3),
    unit,
    goal
  })
  const time = (metric: string, times: number[], share: number, goal: number | null = null) =>
    figure(metric, percentile(times, share), 'ms', goal)
  const ratio = (metric: string, other: number[], share: number, goal: number | null = null) =>
    figure(metric, percentile(samples.route, share) / percentile(other, share), 'x', goal)
  return [
    time('route p50', samples.route, 0.5),
    time('route p95', samples.route, 0.95),
    ratio('route to ngraph.path NBA*, p50', samples.ngraph, 0.5, 0.5),
    ratio('route to ngraph.path NBA*, p95', samples.ngraph, 0.95, 0.5),
    ratio('route to geojson-path-finder, p50', samples.pathFinder, 0.5),
    ratio('route to geojson-path-finder, p95', samples.pathFinder, 0.95),
    time('matrix of 25 by 25', samples.matrix, 0.5, isCountry ? 60 : null),
    time('load road graph', samples.routeLoad, 0.5, 60),
    time('load place index', samples.placesLoad, 0.5),
    time('suggestion p50', samples.suggestion, 0.5),
    time('suggestion p95', samples.suggestion, 0.95, 1),
    time('reverse p95', samples.reverse, 0.95, 0.1)
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'hackney-geo-'))
try {
  const gothenburg = join(folder, 'gothenburg')
  const input = join(root, 'node_modules/geojson-path-finder/test/large-network.json')
  await importRegion({ input, out: gothenburg, name: 'Gothenburg', format: 'geojson' })
  const all = (['Node', 'Deno'] as const).flatMap((runtime) => {
    const [country, city] = measureIn(runtime, [join(root, 'region'), gothenburg])
    if (!country || !city) throw new Error(`${runtime} measured nothing`)
    return [...figures(`Liechtenstein, ${runtime}`, country, true), ...figures(`Gothenburg, ${runtime}`, city, false)]
  })
  report('geo', all)
} finally {
  rmSync(folder, { recursive: true })
}
