import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** Whether a media query matches; updates when that changes. */
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

/** The window size for which a page is being prerendered, if the build makes one page per size. */
export const PaintedSize = createContext<'phone' | 'desktop' | null>(null)

/** Whether the window is wide enough for a panel beside the map, instead of a sheet over it. */
export function useIsDesktop(): boolean {
  const painted = useContext(PaintedSize)
  const isWide = useMedia('(min-width: 900px)')
  return painted ? painted === 'desktop' : isWide
}

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
