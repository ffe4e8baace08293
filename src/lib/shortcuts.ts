import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { arePressed, isSingle, type Keys } from './keys'
import { readStored, store } from './stored'

/** Something a page can do at a press of keys, from the palette, or both. */
export interface Shortcut {
  /** Without keys it is in the palette only. */
  keys?: Keys
  /** Words, already translated. */
  label: string
  /** Heading in the sheet of shortcuts, already translated. */
  group: string
  run: () => void
  /** Not offered in the palette: what opens it, and what only makes sense by keys. */
  isKeysOnly?: boolean
  /** Not now. */
  isOff?: boolean
}

type Entry = Omit<Shortcut, 'isOff'> & { id: string }

let entries: readonly Entry[] = []
const listeners = new Set<() => void>()

function change(next: readonly Entry[]) {
  entries = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All that can be done now, the latest last. */
export const useShortcuts = (): readonly Entry[] => useSyncExternalStore(subscribe, () => entries)

/** Boxes that are ticked and sliders are no fields: nobody types there. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false])'
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null
/** A dialog keeps the page below out of reach, its keys too. */
const isCovered = () => document.querySelector('[role=dialog][data-state=open], [role=menu][data-state=open]') !== null

const singleKeysKey = 'hackney.single-keys'
let singleKeys = readStored(singleKeysKey) !== false

/** Whether signs without a modifier count: somebody who dictates, or whose hand slips, turns them off (WCAG 2.1.4). */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, () => singleKeys)

export function allowSingleKeys(isAllowed: boolean): void {
  singleKeys = isAllowed
  store(singleKeysKey, isAllowed ? null : false)
  change([...entries])
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing) return
  // What was opened last is what the hand is at.
  const entry = entries.findLast(({ keys }) => keys && arePressed(keys, event))
  if (!entry?.keys) return
  if (isSingle(entry.keys) && (!singleKeys || isTyping(event))) return
  if (isCovered()) return
  event.preventDefault()
  entry.run()
}

/**
 * Offers something to do while the component is there: by its keys, in the sheet of shortcuts, and in the palette. A sign
 * without a modifier is ignored while somebody types.
 *
 * @example useShortcut({ keys: 'mod+\\', label: t('collapse'), group: t('shell:shortcuts.view'), run: toggle })
 */
export function useShortcut({ keys, label, group, run, isKeysOnly = false, isOff = false }: Shortcut): void {
  const id = useId()
  const latest = useRef(run)
  // Before the page is painted: a key acts on what it shows.
  useLayoutEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (isOff) return
    const entry: Entry = { id, label, group, run: () => latest.current(), isKeysOnly, ...(keys && { keys }) }
    if (entries.length === 0) window.addEventListener('keydown', onKeyDown)
    change([...entries, entry])
    return () => {
      change(entries.filter((other) => other !== entry))
      if (entries.length === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [id, keys, label, group, isKeysOnly, isOff])
}
