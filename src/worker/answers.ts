import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM, USED } from './kept'

/** How long the server may take to respond (ms). After that, the worker behaves as if there were no network. */
const PATIENCE_MS = 6000

/** A line in the head of each of our pages (index.html), within this many bytes. */
const MARK = '<meta name="app-page" content="hackney"'
const HEAD_BYTES = 4096
/** The variable that env.js sets. */
const ADDRESS_MARK = '__HACKNEY_ENV__'
/** Our files are never redirected; a redirect leads to somebody else's page. */
const UNREDIRECTED: RequestInit = { redirect: 'manual' }
/** Pauses before a file of the program is asked for again (ms). */
const PAUSES_MS = [500, 2000]

const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))

/**
 * Responds with a file of the program, from the cache if possible. The file's name contains a hash of its content, so a cached
 * file never becomes stale.
 */
export async function part(event: FetchEvent): Promise<Response> {
  const kept = await keptFor(event.request)
  if (kept) return kept
  for (const pause of [...PAUSES_MS, null]) {
    const answer = await fetch(event.request, UNREDIRECTED).catch(() => null)
    if (answer && isFile(answer)) {
      event.waitUntil(keep(USED, event.request, answer))
      return answer
    }
    if (pause === null || !navigator.onLine) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return Response.error()
}

/**
 * Responds with env.js, the file with the API's address. If the server does not respond in time, or something else responds,
 * sends the cached file.
 */
export async function address(event: FetchEvent): Promise<Response> {
  const asked = fetch(event.request, UNREDIRECTED).then(async (answer) => {
    const isOurs = isFile(answer) && (await answer.clone().text()).includes(ADDRESS_MARK)
    if (isOurs) event.waitUntil(keep(ADDRESS, event.request, answer))
    return isOurs ? answer : null
  })
  return (await Promise.race([asked.catch(() => null), late()])) ?? (await keptFor(event.request)) ?? Response.error()
}

/** Whether a response is a page of ours. Its status says nothing: our pages come with 404, too, foreign ones also with 200. */
async function isOurPage(answer: Response): Promise<boolean> {
  const reader = answer.type === 'basic' ? answer.clone().body?.getReader() : undefined
  if (!reader) return false
  const decoder = new TextDecoder()
  let head = ''
  while (head.length < HEAD_BYTES && !head.includes(MARK)) {
    const { value, done } = await reader.read()
    if (done) break
    head += decoder.decode(value, { stream: true })
  }
  void reader.cancel().catch(() => {})
  return head.includes(MARK)
}

/**
 * Responds with the server's current page. Without network, if the server takes too long, or if something else responds (a
 * proxy's error, a hotel's sign-in page, a redirect), it responds with the cached shell: an HTML page that starts the program.
 */
export async function page(event: FetchEvent): Promise<Response> {
  const asked: Promise<Response> = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request))
  const ours = asked.then(async (answer) => ((await isOurPage(answer)) ? answer : null))
  const answer = await Promise.race([ours.catch(() => null), late()])
  if (answer) return answer
  const shell = await caches.open(PROGRAM).then((cache) => cache.match(build.shell, { ignoreVary: true }))
  return shell ?? asked
}
