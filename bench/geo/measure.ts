// Measures router and place search in the runtime that runs it, Node or Deno, over the imported region.
import { readFileSync } from 'node:fs'
import { decodeGraph } from '../../supabase/functions/_shared/geo/graph.ts'
import { PlaceIndex } from '../../supabase/functions/_shared/geo/places.ts'
import type { Place, PlacesFile } from '../../supabase/functions/_shared/geo/places-file.ts'
import { Router } from '../../supabase/functions/_shared/geo/router.ts'

/** Milliseconds of each call, by what was called. */
export interface Samples {
  routeLoad: number
  placesLoad: number
  route: number[]
  suggestion: number[]
  reverse: number[]
}

const ROUTES = process.env.HACKNEY_FULL ? 10_000 : 2_000
const WARM_UP = 200
// Each call is made three times and its shortest time counts: what other processes on the machine take is not ours.
const REPEATS = 3

/** Routes between random places, suggestions for each name as it is typed, reverse lookups. */
export function measure(region: URL): Samples {
  const graphBytes = readFileSync(new URL('graph.bin', region))
  const placesText = readFileSync(new URL('places.json', region), 'utf8')
  const [router, routeLoad] = timed(() => new Router(decodeGraph(new Uint8Array(graphBytes).buffer)))
  const [index, placesLoad] = timed(() => new PlaceIndex(JSON.parse(placesText) as PlacesFile))
  const near = index.file.places.filter((place) => place.kind !== 'locality' && router.snap(place))
  const pick = picker(near)
  const route = sample(
    ROUTES,
    () => [pick(), pick()],
    (points) => router.route(points)
  )
  const reverse = sample(ROUTES, pick, (point) => index.reverse(point))
  const typed = near.flatMap(({ name, number }) => {
    const text = number ? `${name} ${number}` : name
    return Array.from({ length: Math.ceil(text.length / 3) }, (_, i) => text.slice(0, 2 + i * 3))
  })
  const suggestion = sample(Math.min(typed.length, ROUTES * 3), picker(typed), (text) => index.autocomplete(text))
  return { routeLoad, placesLoad, route, suggestion, reverse }
}

function sample<Input>(count: number, next: () => Input, run: (input: Input) => unknown): number[] {
  const times: number[] = []
  for (let i = -WARM_UP; i < count; i++) {
    const input = next()
    let best = Number.POSITIVE_INFINITY
    for (let again = 0; again < REPEATS; again++) best = Math.min(best, timed(() => run(input))[1])
    if (i >= 0) times.push(best)
  }
  return times
}

function timed<Value>(run: () => Value): [Value, number] {
  const started = performance.now()
  return [run(), performance.now() - started]
}

/** Picks at random, the same in every run. */
function picker<Item extends Place | string>(items: readonly Item[]): () => Item {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    const item = items[state % items.length]
    if (item === undefined) throw new Error('the region holds no places')
    return item
  }
}

// Run as a program, it prints what it measured: so the other runtime can be measured from this one.
if (import.meta.main) console.log(JSON.stringify(measure(new URL('../../region/', import.meta.url))))
