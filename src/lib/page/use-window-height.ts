import { useSyncExternalStore } from 'react'

const isPainted = typeof window === 'undefined'

/**
 * The window's height (px). Reading it forces a layout, which blocks a slow phone. Therefore it is read once before anything is
 * drawn, and on each resize.
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

/** Returns the window's height (px) and renders again when it changes; 0 while the build prerenders. */
export const useWindowHeight = (): number =>
  useSyncExternalStore(
    subscribe,
    () => height,
    () => 0
  )
