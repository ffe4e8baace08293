import { useSyncExternalStore } from 'react'

/**
 * The hovered row, here or beside the table (such as on a map), and the open one. It changes with each pointer move, so rows
 * subscribe themselves and nothing else re-renders.
 */
export interface LitRows {
  lit: () => string | null
  open: () => string | null
  /** The last row with the keyboard. */
  focused: () => string | null
  light: (id: string | null) => void
  setOpen: (id: string | null) => void
  setFocused: (id: string | null) => void
  /** Scrolls a row into view without moving the focus. */
  show: (id: string) => void
  /** Returns the keyboard to a row. */
  focus: (id: string) => void
  subscribe: (listener: () => void) => () => void
  /** The table's implementation of the last two. */
  onSeek: (seek: ((id: string, takesFocus: boolean) => void) | null) => void
}

export function createLitRows(): LitRows {
  const now = { lit: null as string | null, open: null as string | null, focused: null as string | null }
  const listeners = new Set<() => void>()
  let seek: ((id: string, takesFocus: boolean) => void) | null = null
  const put = (key: keyof typeof now) => (id: string | null) => {
    if (now[key] === id) return
    now[key] = id
    for (const listener of listeners) listener()
  }
  return {
    lit: () => now.lit,
    open: () => now.open,
    focused: () => now.focused,
    light: put('lit'),
    setOpen: put('open'),
    setFocused: put('focused'),
    show: (id) => seek?.(id, false),
    focus: (id) => seek?.(id, true),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onSeek: (next) => {
      seek = next
    }
  }
}

const never = () => () => {}

/** A row's state: open, hovered, or neither. */
export function useLit(rows: LitRows | undefined, id: string): 'open' | 'lit' | null {
  return useSyncExternalStore(rows?.subscribe ?? never, () =>
    rows?.open() === id ? 'open' : rows?.lit() === id ? 'lit' : null
  )
}
