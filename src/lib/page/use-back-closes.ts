import { useEffect, useRef } from 'react'
import { useIsDesktop } from './use-media'

/** Key that marks the history entry which exists while layers (dialogs, menus) are open over the page. */
const MARK = 'hackneyLayer'

/** The functions that close the open layers; the topmost layer is the last. */
const layers: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** A navigation that waits until the layers' history entry has been removed; null if none waits. */
let leave: (() => void) | null = null

const isMarked = (): boolean => window.history.state?.[MARK] === true

/**
 * Keeps exactly one additional history entry while any layer is open. It adds the entry when the first layer opens. If the last
 * layer was closed by other means than Back, it goes back from the entry. Afterwards it runs the navigation that waits in
 * `leave`.
 */
function settle(): void {
  // Copy the router's state into the new entry, so that the router sees no change.
  if (layers.length > 0 && !isMarked()) window.history.pushState({ ...window.history.state, [MARK]: true }, '')
  else if (layers.length === 0 && isMarked()) window.history.back()
  else if (layers.length === 0) {
    const go = leave
    leave = null
    go?.()
  }
}

/** Calls `settle` a moment later. If one layer replaces another, the history then changes only once, or not at all. */
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
  // Removing the listener first makes sure that it is added only once. The listener stays for the rest of the visit, because an
  // entry may outlive its layer, for example when a dialog opens another page. Going back must then skip the entry.
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
 * Opens another page as soon as no layer is open. A dialog that closes causes `history.back()` a moment later. If the other
 * page were opened before that, `history.back()` would leave it again. Without open layers, `go` is called at once.
 */
export function afterLayers(go: () => void): void {
  if (layers.length === 0 && !isMarked()) go()
  else leave = go
}

/**
 * Lets Back close a layer while it is open, instead of leaving the page. It does nothing in a wide window (`useIsDesktop`).
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
