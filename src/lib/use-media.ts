import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** Whether a media query matches, kept current. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query]
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false
  )
}

/** The size that the build prerenders a page for, if it prerenders one per size. */
export const PaintedSize = createContext<'phone' | 'desktop' | null>(null)

/** The breakpoint from which a panel floats beside the map, instead of a sheet below it. */
export function useIsDesktop(): boolean {
  const painted = useContext(PaintedSize)
  const isWide = useMedia('(min-width: 900px)')
  return painted ? painted === 'desktop' : isWide
}

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
