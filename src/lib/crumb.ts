import { useEffect, useSyncExternalStore } from 'react'

let crumb: string | null = null
const listeners = new Set<() => void>()

function set(next: string | null) {
  crumb = next
  for (const listener of listeners) listener()
}

/** Sets the text of the last breadcrumb, such as the name of one car type; null sets none. */
export function useCrumb(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    set(name)
    return () => set(null)
  }, [name])
}

/** The text that the current page set for its last breadcrumb. */
export const useCrumbName = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => crumb
  )
