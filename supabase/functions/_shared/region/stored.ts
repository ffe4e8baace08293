import { Lazy } from '@std/async/lazy'
import { serverHeaders } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'
import { HttpError } from '../kernel/errors.ts'
import type { PlaceIndex } from './places/place-index.ts'
import type { PlacesFile } from './places/file.ts'
import type { Router } from './routing/router.ts'

/** Router and place index of the imported region. Each is loaded on first use and kept as long as the function's instance. */
export interface Region {
  router(): Promise<Router>
  places(): Promise<PlaceIndex>
}

/** Loads the region's files from the private bucket `regions`: a city's files are too large for the bundle of a function. */
export function createRegion(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetch,
): Region {
  const load = async (file: string): Promise<Response> => {
    const url = `${supabaseUrl}/storage/v1/object/regions/current/${file}`
    const answer = await fetcher(url, { headers: serverHeaders(secretKey) }).catch(() => null)
    if (answer?.ok) return answer
    const why = answer ? `storage answered ${answer.status}` : 'storage does not answer'
    await answer?.body?.cancel()
    console.error(`regions/current/${file}: ${why}`)
    throw new HttpError(
      503,
      'server_busy',
      'The map region is not available',
      'Upload the region files to the bucket "regions"',
    )
  }
  // Import the code together with the files, so that a function with another provider does not load this code.
  const router = new Lazy(async () => {
    const [graph, { decodeGraph }, { Router }] = await Promise.all([
      load('graph.bin').then((answer) => answer.arrayBuffer()),
      import('./routing/graph.ts'),
      import('./routing/router.ts'),
    ])
    return new Router(decodeGraph(graph))
  })
  const places = new Lazy(async () => {
    const [file, { PlaceIndex }] = await Promise.all([
      load('places.json').then((answer) => answer.json() as Promise<PlacesFile>),
      import('./places/place-index.ts'),
    ])
    return new PlaceIndex(file)
  })
  return { router: () => router.get(), places: () => places.get() }
}
