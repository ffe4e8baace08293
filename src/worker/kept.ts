import { build } from './build'

/*
 * The cache holds the program and the server's address, never API responses: no fare, setting, position or trip. What a person
 * can read offline, the page stores itself (src/lib/own-storage.ts).
 */
const PREFIX = 'hackney-'

/** The files of this build in one cache, so that a page never mixes builds. */
export const PROGRAM = `${PREFIX}${build.version}`
/** Other files that were used, such as the staff's. Their names contain a content hash, so they never become stale. */
export const USED = `${PREFIX}used`
/** The last known address of the API. */
export const ADDRESS = `${PREFIX}address`

/** More files than a day at the office uses. */
const MOST_USED = 150

/** Some hosts answer unknown addresses with an HTML page. */
export const isFile = (answer: Response): boolean =>
  answer.status === 200 && answer.type === 'basic' && !/html/.test(answer.headers.get('content-type') ?? '')

/** Caches a copy; ignores a full or refused storage. */
export async function keep(name: string, request: Request, answer: Response): Promise<void> {
  const copy = answer.clone()
  try {
    await (await caches.open(name)).put(request, copy)
  } catch {}
}

/** The cached response for a request; null if the storage fails. */
export const keptFor = (request: Request | string): Promise<Response | null> =>
  caches.match(request, { ignoreVary: true }).then(
    (answer) => answer ?? null,
    () => null
  )

/** Deletes the caches of earlier builds, and the oldest of the used files. */
export async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(old.filter((name) => ![PROGRAM, USED, ADDRESS].includes(name)).map((name) => caches.delete(name)))
  const used = await caches.open(USED)
  const requests = await used.keys()
  await Promise.all(requests.slice(0, -MOST_USED).map((request) => used.delete(request)))
}
