import { useEffect, useRef } from 'react'
import { useIsDesktop } from './use-media'

/** Marks the history entry that exists while layers (dialogs, menus) are open over the page. */
const MARK = 'hackneyLayer'

/** The close functions of the open layers, the topmost last. */
const layers: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** A navigation that waits until the layers' history entry is removed. */
let leave: (() => void) | null = null

const isMarked = (): boolean => window.history.state?.[MARK] === true

/**
 * Keeps one history entry while any layer is open: adds it with the first layer, and goes back from it when the last layer was
 * closed by other means than Back.
 */
function settle(): void {
  // Keeps the router's state in the entry, so that the router sees no change.
  if (layers.length > 0 && !isMarked()) window.history.pushState({ ...window.history.state, [MARK]: true }, '')
  else if (layers.length === 0 && isMarked()) window.history.back()
  else if (layers.length === 0) {
    const go = leave
    leave = null
    go?.()
  }
}

/** Calls `settle` a moment later: one layer may replace another at once, and only the layers that are open afterwards count. */
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

function onPop(): void {
  if (!isMarked()) layers.pop()?.()
  settleSoon()
}

function add(close: () => void): () => void {
  layers.push(close)
  // The listener is never removed: an entry may outlive its layer, for example when a dialog navigates, and going back must
  // then skip it.
  window.removeEventListener('popstate', onPop)
  window.addEventListener('popstate', onPop)
  settleSoon()
  return () => {
    const at = layers.indexOf(close)
    if (at !== -1) layers.splice(at, 1)
    settleSoon()
  }
}

/**
 * Opens another page from a dialog that is closing. The dialog calls history.back() a moment later, which would undo the
 * navigation, so it must wait for that.
 */
export function afterLayers(go: () => void): void {
  if (layers.length === 0 && !isMarked()) go()
  else leave = go
}

/**
 * On a phone, Back closes the open layer instead of leaving the page.
 *
 * @param close closes the layer
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const isDesktop = useIsDesktop()
  const isLayer = isOpen && !isDesktop
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (isLayer) return add(() => latest.current())
  }, [isLayer])
}
