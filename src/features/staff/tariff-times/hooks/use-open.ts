import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { clockOf } from '../model/week'
import type { WindowContent } from '../model/window'

const isTime = (text: string | null): text is string => /^\d\d:\d\d$/.test(text ?? '')

/**
 * Returns which tariff window is open, and functions to open and close one. The page's URL contains the id of the open window
 * as `?window=`. For a new window it contains `window=new` with the pressed day and times.
 */
export function useOpen() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('window')
  const closed = useRef<string | null>(null)
  // After the editor has closed, the focus returns to its window in the week, so that the keyboard continues from there.
  useEffect(() => {
    if (id !== null || closed.current === null) return
    const target = closed.current ? `[data-window="${closed.current}"]` : '[data-new]'
    closed.current = null
    document.querySelector<HTMLElement>(target)?.focus()
  }, [id])
  const initial = useMemo((): Partial<WindowContent> => {
    const [day, from, to] = ['day', 'from', 'to'].map((name) => search.get(name))
    const isAsked = /^[1-7]$/.test(day ?? '') && isTime(from ?? null) && isTime(to ?? null)
    return isAsked ? { days: [Number(day)], from_time: from ?? '', to_time: to ?? '' } : {}
  }, [search])
  const add = useCallback(
    (day: number, from: number, to: number) =>
      setSearch({ window: 'new', day: String(day), from: clockOf(from), to: clockOf(to) }),
    [setSearch]
  )
  return {
    id,
    /** A key that changes with the open window, so that the editor starts with new values. */
    key: search.toString(),
    initial,
    open: (next: string) => setSearch({ window: next }),
    add,
    addAny: () => setSearch({ window: 'new' }),
    /**
     * Closes the editor.
     *
     * @param then the id of the window that gets the focus; null if it was deleted
     */
    close: (then: string | null) => {
      closed.current = then ?? ''
      setSearch({})
    }
  }
}
