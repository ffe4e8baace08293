import { useEffect, useSyncExternalStore } from 'react'

interface Crumb {
  /** The text of the page's last breadcrumb; null if the page set none. */
  name: string | null
  /** Whether the page has no visible heading, so that the top bar of a phone shows the page's name. */
  isHeadless: boolean
}

let crumb: Crumb = { name: null, isHeadless: false }
const listeners = new Set<() => void>()

function set(change: Partial<Crumb>) {
  crumb = { ...crumb, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the text of the page's last breadcrumb, such as the name of a car type; null leaves the text unset. */
export function useCrumb(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    set({ name })
    return () => set({ name: null })
  }, [name])
}

/** Declares that the page currently has no visible heading, such as a map that fills a phone. */
export function useHeadless(isHeadless: boolean): void {
  useEffect(() => {
    if (!isHeadless) return
    set({ isHeadless })
    return () => set({ isHeadless: false })
  }, [isHeadless])
}

/** Returns the text that the current page set for its last breadcrumb; null if it set none. */
export const useCrumbName = (): string | null => useSyncExternalStore(subscribe, () => crumb.name)

/** Returns whether the current page has no visible heading. */
export const useIsHeadless = (): boolean => useSyncExternalStore(subscribe, () => crumb.isHeadless)
