/** What has arrived or is on its way, by address. */
const asked = new Map<string, Promise<void>>()

const isStyle = (href: string) => href.endsWith('.css')

/** Whether the document itself asked for a file, so that there is nothing to be gained by asking first. */
const isInDocument = (href: string) => document.querySelector(`link[href="${new URL(href).pathname}"]`) !== null

async function bring(href: string): Promise<void> {
  if (isInDocument(href)) return
  const answer = await fetch(href).catch(() => null)
  // Read to its end, or the browser does not keep it.
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
 * What the build calls for each `import()`, in place of Vite's own helper. A browser that failed to fetch a script fails to
 * import it until the page is loaded again, and so does every script that needs it; Chromium does not even ask again. A
 * part is therefore fetched as data first, with all that it needs, and imported from the browser's cache once everything
 * has come: what did not come can be asked for again.
 *
 * @param load The import.
 * @param files What it loads, itself among them; scripts and styles, from the root of the site.
 * @throws Error, which `isMissing` knows, where a file does not come
 */
export async function importParts<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => ask(new URL(import.meta.env.BASE_URL + file, document.baseURI).href)))
  return load()
}
