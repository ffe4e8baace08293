import { useEffect, useSyncExternalStore } from 'react'

let crumb: string | null = null
const listeners = new Set<() => void>()

function set(next: string | null) {
  crumb = next
  for (const listener of listeners) listener()
}

/** Names what the page is about, such as one car type, at the end of the breadcrumbs; null names nothing. */
export function useCrumb(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    set(name)
    return () => set(null)
  }, [name])
}

/** The name that the page gave. */
export const useCrumbName = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => crumb
  )
