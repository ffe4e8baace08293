import { useCallback, useSyncExternalStore } from 'react'

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

/** The width from which a panel floats beside the map instead of a sheet below it. */
export const useIsDesktop = () => useMedia('(min-width: 900px)')

export const useReducedMotion = () => useMedia('(prefers-reduced-motion: reduce)')
