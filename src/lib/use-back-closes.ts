import { useEffect, useRef } from 'react'
import { useIsDesktop } from './use-media'

/** Marks the one entry of the history that stands for whatever lies over the page. */
const MARK = 'hackneyLayer'

/** How each layer is closed, the topmost last. */
const layers: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Leads to another page, once the history is as it was before the layers. */
let leave: (() => void) | null = null

const isMarked = (): boolean => window.history.state?.[MARK] === true

/** An entry as long as there is a layer: added with the first, and taken away where the last was closed by other means. */
function settle(): void {
  // The router's own state of the page stays in it, so that the router sees no change.
  if (layers.length > 0 && !isMarked()) window.history.pushState({ ...window.history.state, [MARK]: true }, '')
  else if (layers.length === 0 && isMarked()) window.history.back()
  else if (layers.length === 0) {
    const go = leave
    leave = null
    go?.()
  }
}

/** One layer may give way to another: what counts is what is open after it. */
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
  // For good: an entry may outlive its layer, as where a page is left from a dialog, and is passed over then.
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
 * Goes to another page from a dialog that closes. Its step back in the history, which comes a moment later, would else take
 * back the way to a page that is still being loaded.
 */
export function afterLayers(go: () => void): void {
  if (layers.length === 0 && !isMarked()) go()
  else leave = go
}

/**
 * On a phone, Back closes what lies over the page instead of leaving the page.
 *
 * @param close must close it
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
