import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM } from './kept'

/** Options of requests that must not delay those of the page. */
const quietly: RequestInit & { priority: 'low' } = { priority: 'low' }

async function fetchFile(file: string): Promise<Response> {
  // A file that an earlier build has cached is used: its name contains a hash of the content, so it is the same.
  const answer = (await keptFor(file)) ?? (await fetch(file, quietly))
  if (!isFile(answer)) throw new Error(`${file} did not come`)
  return answer
}

async function fetchShell(): Promise<Response> {
  const answer = await fetch(build.shell, { ...quietly, cache: 'no-cache' })
  const html = await answer.text()
  if (!answer.ok || !html.includes(build.entry)) throw new Error('the page is of another build')
  // Marks the page as cached (src/lib/use-online.ts). The response must be a new one anyway: some hosts redirect `.html`, and
  // browsers refuse a redirected response for a page.
  return new Response(html.replace('<html ', '<html data-kept="true" '), { headers: answer.headers })
}

/**
 * Caches the whole program, one file after the other; most of them are in the browser's cache already.
 *
 * @throws Error if a file cannot be fetched or stored; the previous build then stays in use
 */
export async function prepare(): Promise<void> {
  const cache = await caches.open(PROGRAM)
  try {
    for (const file of build.files) await cache.put(file, await fetchFile(file))
    await cache.put(build.shell, await fetchShell())
  } catch (error) {
    await caches.delete(PROGRAM)
    throw error
  }
  const address = new Request('/env.js', { cache: 'no-store' })
  await fetch(address).then(
    (answer) => (isFile(answer) ? keep(ADDRESS, address, answer) : undefined),
    () => undefined
  )
}
