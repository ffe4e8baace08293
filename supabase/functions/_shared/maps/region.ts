import { serverHeaders } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'
import { HttpError } from '../kernel/errors.ts'
import { decodeGraph } from './routing/graph.ts'
import { PlaceIndex } from './places/place-index.ts'
import type { PlacesFile } from './places/file.ts'
import { Router } from './routing/router.ts'

/** The embedded region: loaded on first use, then kept as long as the function lives. */
export interface Region {
  router(): Promise<Router>
  places(): Promise<PlaceIndex>
}

/** Region files come from the private bucket `regions`: a function's bundle is too small for a city. */
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
  return {
    router: once(async () => new Router(decodeGraph(await (await load('graph.bin')).arrayBuffer()))),
    places: once(async () => new PlaceIndex(await (await load('places.json')).json() as PlacesFile)),
  }
}

/** Runs a loader once, for all who wait; a failure is not kept. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | null = null
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = null
      throw error
    })
    return pending
  }
}
