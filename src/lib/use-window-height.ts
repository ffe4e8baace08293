import { useSyncExternalStore } from 'react'

const isPainted = typeof window === 'undefined'

/**
 * Asking the browser makes it lay out what has just been drawn, which holds a slow phone up. So it is asked once, before
 * anything is drawn, and when the window changes.
 */
let height = isPainted ? 0 : window.innerHeight
const listeners = new Set<() => void>()

if (!isPainted) {
  window.addEventListener('resize', () => {
    height = window.innerHeight
    for (const tell of listeners) tell()
  })
}

function subscribe(onChange: () => void) {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** The window's height in pixels, kept current; 0 where the build paints pages. */
export const useWindowHeight = (): number =>
  useSyncExternalStore(
    subscribe,
    () => height,
    () => 0
  )
