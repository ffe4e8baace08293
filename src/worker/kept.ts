import { build } from './build'

/*
 * The worker's caches. They hold the program and the API's address, but never responses of the API: no fare, setting, position
 * or trip. Data that a person can read offline are stored by the page itself (src/lib/session/own-storage.ts).
 */
const PREFIX = 'hackney-'

/**
 * Name of the cache with the files of this build. Each build has its own cache, so that a page never mixes files of two builds.
 */
export const PROGRAM = `${PREFIX}${build.version}`
/**
 * Name of the cache for files that were requested but are not in `PROGRAM`, such as those of staff pages. Their names contain a
 * hash of the content, so they never become stale.
 */
export const USED = `${PREFIX}used`
/** Name of the cache with the last known address of the API. */
export const ADDRESS = `${PREFIX}address`

/** Maximum number of files in the cache `USED`. A day of work at the office uses fewer. */
const MOST_USED = 150

/** Returns whether a response really is a file. Some hosts answer unknown addresses with an HTML page. */
export const isFile = (answer: Response): boolean =>
  answer.status === 200 && answer.type === 'basic' && !/html/.test(answer.headers.get('content-type') ?? '')

/** Stores a copy of a response in a cache. Ignores errors, for example if the storage is full or not allowed. */
export async function keep(name: string, request: Request, answer: Response): Promise<void> {
  const copy = answer.clone()
  try {
    await (await caches.open(name)).put(request, copy)
  } catch {}
}

/** Returns the cached response for a request; null if there is none, or if the storage fails. */
export const keptFor = (request: Request | string): Promise<Response | null> =>
  caches.match(request, { ignoreVary: true }).then(
    (answer) => answer ?? null,
    () => null
  )

/** Deletes the caches of earlier builds, and the oldest files in the cache `USED`. */
export async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(old.filter((name) => ![PROGRAM, USED, ADDRESS].includes(name)).map((name) => caches.delete(name)))
  const used = await caches.open(USED)
  const requests = await used.keys()
  await Promise.all(requests.slice(0, -MOST_USED).map((request) => used.delete(request)))
}
