import { useEffect, useRef } from 'react'
import { useIsDesktop } from './use-media'

/** Marks the history entry that stands for everything open over the page. */
const MARK = 'hackneyLayer'

/** The close functions of the open layers, the topmost last. */
const layers: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Navigates to another page, once the layers' history entry is gone. */
let leave: (() => void) | null = null

const isMarked = (): boolean => window.history.state?.[MARK] === true

/**
 * Keeps one history entry while any layer is open: adds it with the first layer, and removes it when the last was closed by
 * other means than Back.
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

/** One layer may replace another within a tick; what counts is what is open afterwards. */
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
  // Never removed: an entry may outlive its layer, for example when a dialog navigates, and must be skipped then.
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
 * Navigates from a closing dialog. The dialog's history.back(), which follows a moment later, would otherwise undo the
 * navigation to a page that is still loading.
 */
export function afterLayers(go: () => void): void {
  if (layers.length === 0 && !isMarked()) go()
  else leave = go
}

/**
 * On a phone, Back closes the open layer instead of leaving the page.
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
