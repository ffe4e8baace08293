import { build } from './build'
import { ADDRESS, isFile, keep, keptFor, PROGRAM } from './kept'

/** Options of background requests: the page's own requests go first. */
const quietly: RequestInit & { priority: 'low' } = { priority: 'low' }

async function fetchFile(file: string): Promise<Response> {
  // Use the file if an earlier build has cached it. Its name contains a hash of the content, so the content is the same.
  const answer = (await keptFor(file)) ?? (await fetch(file, quietly))
  if (!isFile(answer)) throw new Error(`${file} did not come`)
  return answer
}

async function fetchShell(): Promise<Response> {
  const answer = await fetch(build.shell, { ...quietly, cache: 'no-cache' })
  const html = await answer.text()
  if (!answer.ok || !html.includes(build.entry)) throw new Error('the page is of another build')
  // Mark the page as cached, for src/lib/page/use-online.ts. A new response is needed in any case: some hosts redirect `.html`, and
  // browsers refuse a redirected response for a page.
  return new Response(html.replace('<html ', '<html data-kept="true" '), { headers: answer.headers })
}

/**
 * Caches the files of the build and the shell (an HTML page that starts the program), one after the other. Most files are in
 * the browser's own cache already. Then it caches the API's address, if that can be fetched.
 *
 * @throws Error if a file or the shell cannot be fetched or stored; the previous build then stays in use
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
