// Measures router and place search over imported regions in the current runtime, Node or Deno.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { decodeGraph, PlaceIndex, type PlacesFile, Router } from '../../supabase/functions/_shared/region/mod.ts'
import { isFull } from '../../tests/support/full.ts'
import { junctions, ngraph, pathFinder } from './rivals.ts'

/** Milliseconds of each call, by operation. */
export interface Samples {
  routeLoad: number[]
  placesLoad: number[]
  route: number[]
  ngraph: number[]
  pathFinder: number[]
  matrix: number[]
  suggestion: number[]
  reverse: number[]
}

const ROUTES = isFull ? 5_000 : 1_000
const WARM_UP = 100
// How often each call is made; its shortest time counts, so that other processes do not affect the result.
const REPEATS = 3
const MATRIX_POINTS = 25

/**
 * Measures routes between random junctions (by our router and others), a matrix, suggestions for typed names, reverse lookups.
 */
export function measure(region: URL): Samples {
  const graphBytes = readFileSync(new URL('graph.bin', region))
  const placesText = readFileSync(new URL('places.json', region), 'utf8')
  // Measure the first load of the process, with nothing compiled: a person waits for it after a cold start.
  const [router, routeLoad] = timed(() => new Router(decodeGraph(new Uint8Array(graphBytes).buffer)))
  const [index, placesLoad] = timed(() => new PlaceIndex(JSON.parse(placesText) as PlacesFile))
  const { graph } = router

  const junction = picker(junctions(graph))
  const pairs = picker(Array.from({ length: ROUTES }, () => [junction(), junction()] as const))
  const at = (point: number) => ({ lat: (graph.pointLat[point] ?? 0) / 1e6, lng: (graph.pointLng[point] ?? 0) / 1e6 })
  const routes = (count: number, find: (from: number, to: number) => unknown) =>
    sample(count, pairs, ([from, to]) => find(from, to))

  const near = index.file.places.filter((place) => place.kind !== 'locality' && router.snap(place))
  const typed = typings(index)
  return {
    routeLoad: [routeLoad],
    placesLoad: [placesLoad],
    route: routes(ROUTES, (from, to) => router.route([at(from), at(to)])),
    ngraph: routes(ROUTES, ngraph(graph)),
    pathFinder: routes(ROUTES / 10, pathFinder(graph)),
    matrix: sample(
      10,
      () => Array.from({ length: MATRIX_POINTS }, () => at(junction())),
      (points) => router.matrix(points, points),
      2
    ),
    suggestion: sample(Math.min(typed.length, ROUTES * 3), picker(typed), (text) => index.autocomplete(text)),
    reverse: sample(ROUTES, picker(near), (point) => index.reverse(point))
  }
}

/** Texts as people type them: names, house numbers, interpolated numbers and crossings, after every third letter. */
function typings({ file: { places, crossings } }: PlaceIndex): string[] {
  const houses = places.flatMap(({ name, houses = [] }) =>
    houses
      .flatMap(({ numbers }) => numbers.split(';').flatMap((number) => [number, `${Number.parseInt(number, 10) + 2}`]))
      .map((number) => `${name} ${number}`)
  )
  // Take about as many crossings as places, so that neither dominates.
  const step = Math.ceil(crossings.length / places.length)
  const met = crossings
    .filter((_, i) => i % step === 0)
    .map(([one, other]) => `${places[one]?.name} / ${places[other]?.name}`)
  return [...places.map(({ name }) => name), ...houses, ...met].flatMap((text) =>
    Array.from({ length: Math.ceil(text.length / 3) }, (_, i) => text.slice(0, 2 + i * 3))
  )
}

function sample<Input>(count: number, next: () => Input, run: (input: Input) => unknown, warmUp = WARM_UP): number[] {
  const times: number[] = []
  for (let i = -warmUp; i < count; i++) {
    const input = next()
    let best = Number.POSITIVE_INFINITY
    for (let again = 0; again < REPEATS; again++) {
      const started = performance.now()
      run(input)
      best = Math.min(best, performance.now() - started)
    }
    if (i >= 0) times.push(best)
  }
  return times
}

function timed<Value>(run: () => Value): [Value, number] {
  const started = performance.now()
  return [run(), performance.now() - started]
}

/** Returns a function that picks random items, the same in every run. */
function picker<Item>(items: readonly Item[]): () => Item {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    const item = items[state % items.length]
    if (item === undefined) throw new Error('the region holds no places')
    return item
  }
}

// Run as a program with region folders, print the results, so that a process in one runtime can measure the other.
if (import.meta.main) {
  const folders = process.argv.slice(2)
  console.log(JSON.stringify(folders.map((folder) => measure(pathToFileURL(`${folder}/`)))))
}
