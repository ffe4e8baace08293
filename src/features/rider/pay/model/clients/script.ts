const loading = new Map<string, Promise<void>>()

/**
 * Loads a provider's script, only once in a page. After a failure the next call tries again.
 *
 * @param id the id of the script element, if the provider requires one
 */
export function loadScript(src: string, id?: string): Promise<void> {
  const known = loading.get(src)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true, ...(id && { id }) })
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(src)
      script.remove()
      reject(new Error('the script did not load'))
    }
    document.head.append(script)
  })
  loading.set(src, loaded)
  return loaded
}
