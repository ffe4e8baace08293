import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM, USED } from './kept'

/** How long the server may take to respond (ms). After that, the worker behaves as if there were no network. */
const PATIENCE_MS = 6000

const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))

/**
 * Responds with a file of the program, from the cache if possible. The file's name contains a hash of its content, so a cached
 * file never becomes stale.
 */
export async function part(event: FetchEvent): Promise<Response> {
  const kept = await keptFor(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (isFile(answer)) event.waitUntil(keep(USED, event.request, answer))
  return answer
}

/** Responds with env.js, the file with the API's address. If the server does not respond in time, sends the cached file. */
export async function address(event: FetchEvent): Promise<Response> {
  const answer = await Promise.race([fetch(event.request).catch(() => null), late()])
  if (answer && isFile(answer)) event.waitUntil(keep(ADDRESS, event.request, answer))
  return answer ?? (await keptFor(event.request)) ?? Response.error()
}

/**
 * Responds with the server's current page. Without network, or if the server takes too long, it responds with the cached shell:
 * an HTML page that starts the program.
 */
export async function page(event: FetchEvent): Promise<Response> {
  const asked: Promise<Response> = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request))
  const answer = await Promise.race([asked.catch(() => null), late()])
  if (answer) return answer
  const shell = await caches.open(PROGRAM).then((cache) => cache.match(build.shell, { ignoreVary: true }))
  return shell ?? asked
}
