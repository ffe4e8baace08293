import { useEffect, useSyncExternalStore } from 'react'

let crumb: string | null = null
const listeners = new Set<() => void>()

function set(next: string | null) {
  crumb = next
  for (const listener of listeners) listener()
}

/** Sets the text of the page's last breadcrumb, such as the name of a car type; null leaves the text unset. */
export function useCrumb(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    set(name)
    return () => set(null)
  }, [name])
}

/** Returns the text that the current page set for its last breadcrumb; null if it set none. */
export const useCrumbName = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => crumb
  )
