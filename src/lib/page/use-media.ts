import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** Returns whether a media query matches, and renders again when that changes. */
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

/**
 * The window size for which the build prerenders a page. It is null in the browser. It is also null if the build makes the same
 * page for all sizes.
 */
export const PaintedSize = createContext<'phone' | 'desktop' | null>(null)

/** Returns whether the window is wide enough for a panel beside the map. Otherwise the panel is a sheet over the map. */
export function useIsDesktop(): boolean {
  const painted = useContext(PaintedSize)
  const isWide = useMedia('(min-width: 900px)')
  return painted ? painted === 'desktop' : isWide
}

/**
 * Where the panel of a map page is: floating over a wide map, in a sheet below the map, or in a low window, such as a phone in a
 * landscape holder, in a sheet beside the map.
 */
export type PanelPlace = 'floating' | 'below' | 'beside'

/** Returns where the panel of a map page is. The variants `wide`, `narrow` and `low` of src/index.css mean the same. */
export function usePanelPlace(): PanelPlace {
  const isWide = useIsDesktop()
  const isLow = useMedia('(min-width: 480px) and (max-height: 479.98px)')
  if (isLow) return 'beside'
  return isWide ? 'floating' : 'below'
}

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
