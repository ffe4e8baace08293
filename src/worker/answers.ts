import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM, USED } from './kept'

/** A network that takes longer than this counts as down (ms). */
const PATIENCE_MS = 6000

const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))

/** Cache first: file names contain a hash of the content. */
export async function part(event: FetchEvent): Promise<Response> {
  const kept = await keptFor(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (isFile(answer)) event.waitUntil(keep(USED, event.request, answer))
  return answer
}

/** Where the API is: the current answer, or the cached one if there is none. */
export async function address(event: FetchEvent): Promise<Response> {
  const answer = await Promise.race([fetch(event.request).catch(() => null), late()])
  if (answer && isFile(answer)) event.waitUntil(keep(ADDRESS, event.request, answer))
  return answer ?? (await keptFor(event.request)) ?? Response.error()
}

/** The server's current page; if there is no network, or it does not respond, the cached shell with its files. */
export async function page(event: FetchEvent): Promise<Response> {
  const asked: Promise<Response> = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request))
  const answer = await Promise.race([asked.catch(() => null), late()])
  if (answer) return answer
  const shell = await caches.open(PROGRAM).then((cache) => cache.match(build.shell, { ignoreVary: true }))
  return shell ?? asked
}
