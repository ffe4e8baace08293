import { useSyncExternalStore } from 'react'

/**
 * The rows highlighted both in the table and in a view beside it (such as a map): the hovered row and the open one. These rows
 * change with each move of the pointer. Therefore each row subscribes by itself (`useLit`), and only the rows that change are
 * rendered again.
 */
export interface LitRows {
  lit: () => string | null
  open: () => string | null
  /** The id of the row that last had the keyboard focus. */
  focused: () => string | null
  light: (id: string | null) => void
  setOpen: (id: string | null) => void
  setFocused: (id: string | null) => void
  /** Scrolls a row into view without moving the focus to it. */
  show: (id: string) => void
  /** Moves the focus to a row. */
  focus: (id: string) => void
  subscribe: (listener: () => void) => () => void
  /** Registers the table's implementation of `show` and `focus`. */
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

/** Returns whether a row is open, hovered (`lit`) or neither (null). */
export function useLit(rows: LitRows | undefined, id: string): 'open' | 'lit' | null {
  return useSyncExternalStore(rows?.subscribe ?? never, () =>
    rows?.open() === id ? 'open' : rows?.lit() === id ? 'lit' : null
  )
}
