import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM } from './kept'

/** Lower priority than anything that a page requests. */
const quietly: RequestInit & { priority: 'low' } = { priority: 'low' }

async function fetchFile(file: string): Promise<Response> {
  // Names contain a content hash, so an earlier build's copy is identical.
  const answer = (await keptFor(file)) ?? (await fetch(file, quietly))
  if (!isFile(answer)) throw new Error(`${file} did not come`)
  return answer
}

async function fetchShell(): Promise<Response> {
  const answer = await fetch(build.shell, { ...quietly, cache: 'no-cache' })
  const html = await answer.text()
  if (!answer.ok || !html.includes(build.entry)) throw new Error('the page is of another build')
  // Marks the page as cached (src/lib/use-online.ts). Building a new response also matters because browsers refuse a redirected
  // one for a page, and some hosts redirect `.html`.
  return new Response(html.replace('<html ', '<html data-kept="true" '), { headers: answer.headers })
}

/**
 * Caches the whole program, one file after the other; the browser already has most of them.
 *
 * @throws Error if a file cannot be fetched or stored; the previous build then stays
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
