import { loadAnew } from '../page/leaving'

/*
 * What each `import()` of a build does (vite.config.ts), so that the code that loads a part of the program late is a plain
 * `import()` or `lazy(() => import(…))`.
 */

/** Matches the error messages with which browsers report that code cannot be loaded. Other errors come from the loaded code. */
const missing = /dynamically imported module|importing a module script|preload css/i

const SHORTEST_MS = 1000
const LONGEST_MS = 15_000

/** The key under which a tab remembers when it was reloaded because a file was gone (ms), and how long that counts. */
const RELOADED = 'hackney.reloaded'
const RELOAD_REST_MS = 60_000

/** Style sheets that are in the document, by URL; each promise resolves once one applies. */
const styles = new Map<string, Promise<void>>()

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      styles.delete(href)
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
    document.head.append(link)
  })
}

/** Lets the browser fetch all files of a part at once; it would find those that a script imports only in that script. */
function prepare(files: readonly string[]): Promise<unknown> {
  const waits: Promise<void>[] = []
  for (const file of files) {
    const href = `${import.meta.env.BASE_URL}${file}`
    const isAsked = document.querySelector(`link[href="${href}"]`) !== null
    if (href.endsWith('.css')) {
      const applied = styles.get(href) ?? (isAsked ? Promise.resolve() : loadStyle(href))
      styles.set(href, applied)
      waits.push(applied)
    } else if (!isAsked) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
  }
  return Promise.all(waits)
}

/**
 * Resolves when the next attempt may start: as soon as the browser is online again, or else after a pause, which doubles with
 * each attempt.
 */
function nextTry(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(LONGEST_MS, SHORTEST_MS * 2 ** attempt))
    window.addEventListener('online', done)
  })
}

/** Returns whether the server answers that it no longer has one of these files: a newer build has replaced it. */
async function areGone(files: readonly string[]): Promise<boolean> {
  const asked = files.map(async (file) => {
    const answer = await fetch(`${import.meta.env.BASE_URL}${file}`, { method: 'HEAD', cache: 'no-cache' })
    // Some hosts answer every unknown address with the start page. Any other status is that of a proxy, which passes.
    return answer.status === 404 || (answer.ok && /html/.test(answer.headers.get('content-type') ?? ''))
  })
  return (await Promise.all(asked.map((one) => one.catch(() => false)))).includes(true)
}

let isAsked = false

/**
 * Loads the page anew, which brings the newer build, unless that was done just before. A draft of a booking is kept in the
 * browser, and about other unsaved work the browser asks before it leaves.
 */
function loadAnewOnce(): void {
  if (isAsked) return
  isAsked = true
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_REST_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // Without storage nobody could tell the second attempt from the first.
    return
  }
  loadAnew()
}

/**
 * Loads something that the build has written. Without a network it waits and tries again, at once when the network returns, so
 * whoever pressed a button in a tunnel gets the dialog behind it. Each failure is the event `vite:preloadError`, as Vite's own
 * loading has it.
 *
 * @param files the files that it needs, from the site's root
 * @throws the part's own error
 */
export async function patiently<T>(load: () => Promise<T>, files: readonly string[]): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof Error && missing.test(error.message))) throw error
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
      // If it does not help, or whoever is asked prefers to stay, the page stays as it is.
      if (await areGone(files)) loadAnewOnce()
      await nextTry(attempt)
    }
  }
}

/**
 * Loads a part of the program.
 *
 * @param load the import
 * @param files the scripts and style sheets that it needs, from the site's root
 */
export const importLate = <T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> =>
  patiently(async () => {
    await prepare(files)
    return load()
  }, files)

/** Resolves like a part that is being loaded; with null as soon as something fails to load, although it is tried again. */
export function orWaits<T>(coming: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onFailure = () => resolve(null)
    window.addEventListener('vite:preloadError', onFailure)
    coming.then(resolve, reject).finally(() => window.removeEventListener('vite:preloadError', onFailure))
  })
}
