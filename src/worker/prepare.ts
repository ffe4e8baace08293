import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM } from './kept'

/** Behind everything that a page may be asking for. */
const quietly: RequestInit & { priority: 'low' } = { priority: 'low' }

async function fetchFile(file: string): Promise<Response> {
  // Names hold their content, so an earlier build's copy is as good.
  const answer = (await keptFor(file)) ?? (await fetch(file, quietly))
  if (!isFile(answer)) throw new Error(`${file} did not come`)
  return answer
}

async function fetchShell(): Promise<Response> {
  const answer = await fetch(build.shell, { ...quietly, cache: 'no-cache' })
  const html = await answer.text()
  if (!answer.ok || !html.includes(build.entry)) throw new Error('the page is of another build')
  // It says that it was kept (src/lib/use-online.ts). And a browser takes no answer for a page that came by a redirect,
  // as some hosts answer `.html`; this one did not.
  return new Response(html.replace('<html ', '<html data-kept="true" '), { headers: answer.headers })
}

/**
 * Keeps the whole program, one file after the other; most of it the browser has already.
 *
 * @throws Error where something does not come or find room; the build that was there stays then
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
