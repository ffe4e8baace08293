import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { underOneKey } from '../server/asking'
import { readStored, store } from '../storage/stored'
import { arePressed, isSingle, type Keys } from './keys'

/** An action of a page. It has a shortcut, an entry in the command palette, or both. */
export interface Shortcut {
  /** The keys of the shortcut. Without them the action is only in the palette. */
  keys?: Keys
  /** The action's name, translated. */
  label: string
  /** The heading of its group in the list of shortcuts, translated. */
  group: string
  run: () => void
  /**
   * Whether the action is left out of the palette. This is true for the shortcut that opens the palette, and for actions that
   * only make sense by keyboard.
   */
  isKeysOnly?: boolean
  /** Whether the action is currently disabled. */
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

/** Returns all available actions, in the order in which they were registered. */
export const useShortcuts = (): readonly Entry[] => useSyncExternalStore(subscribe, () => entries)

/** Matches elements into which people type. Checkboxes, radios and sliders are excluded. */
const fields =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false])'
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null
/** Returns whether a dialog or menu is open. The shortcuts of the page below must not work then. */
const isCovered = () => document.querySelector('[role=dialog][data-state=open], [role=menu][data-state=open]') !== null

/** The number of fields and dialogs whose code is still loading. */
let held = 0

/**
 * Turns all shortcuts off until the returned function is called. Somebody who has asked for a dialog types for it, although its
 * code is still loading: those keys must not act on the page.
 */
export function holdShortcuts(): () => void {
  let isHeld = true
  held++
  return () => {
    if (isHeld) held--
    isHeld = false
  }
}

/** Characters that were typed for a field that is still loading; all other keys do nothing meanwhile. */
export interface HeldText {
  /** Returns what was typed, and lets the keys through again. Repeated calls return an empty text. */
  take: () => string
}

/**
 * Catches the keys for a field that is still loading, such as the search of the palette. Combinations with modifiers pass. Without
 * a network the field may never load, so Escape calls `onGiveUp`, which must take the text.
 */
export function holdText(onGiveUp: () => void): HeldText {
  let text = ''
  const release = holdShortcuts()
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    if (event.key === 'Escape') onGiveUp()
    else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if ([...event.key].length === 1) text += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, true)
  return {
    take: () => {
      window.removeEventListener('keydown', onKey, true)
      release()
      const typed = text
      text = ''
      return typed
    }
  }
}

const singleKeysKey = 'hackney.single-keys'
let singleKeys = readStored(singleKeysKey) !== false

/**
 * Returns whether shortcuts without a modifier are enabled. People who dictate, or press keys by accident, turn them off (WCAG
 * 2.1.4).
 */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, () => singleKeys)

export function allowSingleKeys(isAllowed: boolean): void {
  singleKeys = isAllowed
  store(singleKeysKey, isAllowed ? null : false)
  change([...entries])
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing || held > 0) return
  // If several mounted components use the same keys, use the one that was mounted last.
  const entry = entries.findLast(({ keys }) => keys && arePressed(keys, event))
  if (!entry?.keys) return
  if (isSingle(entry.keys) && (!singleKeys || isTyping(event))) return
  if (isCovered()) return
  event.preventDefault()
  if (isSingle(entry.keys)) underOneKey(entry.run)
  else entry.run()
}

/**
 * Registers an action while the component is mounted: its shortcut, its line in the list of shortcuts and its entry in the
 * palette. No shortcut works while a dialog or a menu is open. Shortcuts without a modifier are also ignored while someone
 * types, and if the person has turned them off.
 *
 * @example useShortcut({ keys: 'mod+\\', label: t('collapse'), group: t('shell:shortcuts.view'), run: toggle })
 */
export function useShortcut({ keys, label, group, run, isKeysOnly = false, isOff = false }: Shortcut): void {
  const id = useId()
  const latest = useRef(run)
  // Use a layout effect, so that the shortcut always acts on what is visible.
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
