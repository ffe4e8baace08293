import { build } from './build'

/*
 * What is kept is the program and where its server is, never an answer of the API: no fare, no setting, no position, no
 * trip. What a person may read without a network, the page keeps itself (src/lib/own-storage.ts).
 */
const PREFIX = 'hackney-'

/** The files of this build, together: a page begins with the parts that belong to it, or not at all. */
export const PROGRAM = `${PREFIX}${build.version}`
/** Parts that were asked for beyond those, as the office's. Their names hold their content, so they never grow old. */
export const USED = `${PREFIX}used`
/** The address of the API as it was said last. */
export const ADDRESS = `${PREFIX}address`

/** More than a day at the office asks for. */
const MOST_USED = 150

/** A host may answer an address that it does not know with a page. */
export const isFile = (answer: Response): boolean =>
  answer.status === 200 && answer.type === 'basic' && !/html/.test(answer.headers.get('content-type') ?? '')

/** Keeps a copy; a full or refused storage is no reason to fail. */
export async function keep(name: string, request: Request, answer: Response): Promise<void> {
  const copy = answer.clone()
  try {
    await (await caches.open(name)).put(request, copy)
  } catch {}
}

/** What is kept for a request; a broken storage has nothing. */
export const keptFor = (request: Request | string): Promise<Response | null> =>
  caches.match(request, { ignoreVary: true }).then(
    (answer) => answer ?? null,
    () => null
  )

/** Drops what earlier builds left and the oldest of what was used. */
export async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(old.filter((name) => ![PROGRAM, USED, ADDRESS].includes(name)).map((name) => caches.delete(name)))
  const used = await caches.open(USED)
  const requests = await used.keys()
  await Promise.all(requests.slice(0, -MOST_USED).map((request) => used.delete(request)))
}
