/** Reads a value that `store` saved in this browser; null if there is none, or if it cannot be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Saves a value in this browser as JSON; null deletes it. Does nothing if storage is full or refused, as in a private window.
 */
export function store(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
