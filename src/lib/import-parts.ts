/** The files whose loading has begun, by URL. The promise resolves when the file has arrived. */
const asked = new Map<string, Promise<void>>()

const isStyle = (href: string) => href.endsWith('.css')

/** Returns whether a link element of the document already loads a file. The file then need not be fetched first. */
const isInDocument = (href: string) => document.querySelector(`link[href="${new URL(href).pathname}"]`) !== null

async function bring(href: string): Promise<void> {
  if (isInDocument(href)) return
  const answer = await fetch(href).catch(() => null)
  // Read the body to the end, because only then does the browser cache the file.
  const file = answer?.ok && (await answer.arrayBuffer().catch(() => null))
  if (!file) throw new Error(`Failed to fetch dynamically imported module: ${href}`)
  if (isStyle(href)) await apply(href)
}

function apply(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = link.onerror = () => resolve()
    document.head.append(link)
  })
}

function ask(href: string): Promise<void> {
  const arrival =
    asked.get(href) ??
    bring(href).catch((error) => {
      asked.delete(href)
      throw error
    })
  asked.set(href, arrival)
  return arrival
}

/**
 * Loads a part of the program. The build calls this for each `import()`, instead of Vite's helper.
 *
 * If fetching a script fails once, browsers refuse to import that script until the page is reloaded, and also all scripts that
 * depend on it. Chromium does not even send another request. Therefore all files of the part are fetched as data first, which
 * can be retried. They are then imported from the browser's cache.
 *
 * @param load the import
 * @param files the scripts and styles that the import loads, including the imported script, as paths from the site's root
 * @throws an Error that `isMissing` recognises, if a file cannot be fetched
 */
export async function importParts<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => ask(new URL(import.meta.env.BASE_URL + file, document.baseURI).href)))
  return load()
}
