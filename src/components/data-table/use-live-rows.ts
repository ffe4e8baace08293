import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BroadcastMessage, ChannelState } from '@/lib/server/channels'
import { pollInterval } from '@/lib/server/live'
import { msSinceCommand } from '@/lib/server/use-command'
import type { LiveRows } from './types'
import type { TableRows } from './use-rows'

/**
 * How long messages about changed rows are gathered (ms), so that together they cause one request. While few messages arrive,
 * the request is sent almost at once (after `FIRST_MS`), because someone may wait for the change. While many arrive, there is
 * one request per `GATHER_MS`.
 */
const GATHER_MS = 500
const FIRST_MS = 20
const QUICK_ANSWERS = 4
/**
 * Maximum number of changed rows that are read one by one. If more rows have changed, the whole list is read. While the person
 * is using the rows, only this many are read, and the table offers to show the new list.
 */
const ONE_BY_ONE = 8
/** People who have just changed something expect to see it (ms): what arrives then is shown although the rows are in use. */
const OWN_MS = 2000

/** Used instead of a row's id if it is unknown which rows have changed, for example after the channel was down. */
const unknown = ''

/**
 * Returns whether a request may be sent almost at once, and counts it. At most `QUICK_ANSWERS` such requests may follow each
 * other; after each `GATHER_MS` one more is allowed.
 */
function takeQuick(quick: { left: number; at: number }): boolean {
  const now = performance.now()
  quick.left = Math.min(QUICK_ANSWERS, quick.left + (now - quick.at) / GATHER_MS)
  quick.at = now
  if (quick.left < 1) return false
  quick.left -= 1
  return true
}

/**
 * Whether replacing the shown rows by `next` moves no row: all rows of `next` are already shown, in the same order. Rows may
 * disappear, but none may appear or change places with another.
 */
function movesNone(shown: readonly string[], next: readonly string[]): boolean {
  const places = next.map((id) => shown.indexOf(id))
  return places.every((place, index) => place > (places[index - 1] ?? -1))
}

/** Whether the rows that are shown and stay keep their order. Rows may appear between them. */
const keepsOrder = (shown: readonly string[], next: readonly string[]): boolean =>
  movesNone(
    shown,
    next.filter((id) => shown.includes(id))
  )

/**
 * Keeps the rows of a table up to date. A visible row changes in place. New rows appear by themselves only if the person is not
 * using the rows; otherwise `hasNews` is set, and the table offers to show the new rows.
 *
 * @param channel state of the channel that sends changes of the rows
 * @param isAtRest returns whether the rows are not in use by pointer, scrolling or keyboard
 */
export function useLiveRows<Row>(
  live: LiveRows<Row> | undefined,
  channel: ChannelState,
  rows: TableRows<Row>,
  idsShown: readonly string[],
  isAtRest: () => boolean
) {
  const [hasNews, setNews] = useState(false)
  const [isOrderOld, setOrderOld] = useState(false)
  const changed = useRef(new Set<string>())
  const reads = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef({ live, rows, idsShown, isAtRest })
  useEffect(() => {
    latest.current = { live, rows, idsShown, isAtRest }
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = async () => {
    setNews(false)
    setOrderOld(false)
    await latest.current.rows.refresh()
  }
  /**
   * Reads the whole list, for a message that does not say which rows have changed. The new list is shown at once if no row
   * moves, if the person is not using the rows, or if the change is probably the person's own.
   */
  const readAll = async () => {
    const turn = ++reads.current
    const page = await latest.current.rows.readFirst()
    // Drops this response if a newer request has been sent meanwhile.
    if (turn !== reads.current) return
    const { idsShown: ids, isAtRest: atRest, rows: known } = latest.current
    const isOwn = msSinceCommand() < OWN_MS
    const fits = page && (movesNone(ids, page.ids) || atRest() || (isOwn && keepsOrder(ids, page.ids)))
    if (fits) known.putFirst(page)
    else if (page === null && (atRest() || isOwn)) await show()
    else setNews(true)
  }
  const readOne = async (id: string) => {
    const { live: from, rows: known } = latest.current
    const row = await from?.one?.(id, AbortSignal.timeout(15_000))
    if (row !== undefined) known.patch(id, row)
  }
  const answer = () => {
    const { idsShown: ids, isAtRest: atRest } = latest.current
    if (changed.current.delete(unknown)) void readAll().catch(() => {})
    const all = [...changed.current]
    changed.current.clear()
    const own = all.filter((id) => ids.includes(id))
    const hasNew = own.length < all.length || own.length > ONE_BY_ONE
    if (hasNew && atRest()) return void show().catch(() => {})
    if (hasNew) setNews(true)
    for (const id of own.slice(0, ONE_BY_ONE)) void readOne(id).catch(() => {})
  }
  const quick = useRef({ left: QUICK_ANSWERS, at: 0 })
  const isSoon = useRef(false)
  const later = (id: string, isUrgent = false) => {
    changed.current.add(id)
    if (timer.current !== undefined && (isSoon.current || !isUrgent)) return
    clearTimeout(timer.current)
    isSoon.current = isUrgent || takeQuick(quick.current)
    timer.current = setTimeout(
      () => {
        timer.current = undefined
        answer()
      },
      isSoon.current ? FIRST_MS : GATHER_MS
    )
  }

  const hear = (message?: BroadcastMessage) =>
    later((message && live?.idOf?.(message)) || unknown, message !== undefined && live?.isUrgent?.(message))
  const poll = live ? pollInterval(channel) : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the interval restarts the timer
  useEffect(() => {
    if (poll === 0) return
    const every = setInterval(() => document.visibilityState === 'visible' && later(unknown), poll)
    return () => clearInterval(every)
  }, [poll])
  const orderMs = live?.orderMs ?? 0
  useEffect(() => {
    if (orderMs === 0) return setOrderOld(false)
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const page = await latest.current.rows.readFirst()
      const { idsShown: ids, isAtRest: atRest, rows: known } = latest.current
      if (page && atRest()) known.putFirst(page)
      setOrderOld(page !== null && !atRest() && !movesNone(ids, page.ids))
    }
    const every = setInterval(() => void look().catch(() => {}), orderMs)
    return () => clearInterval(every)
  }, [orderMs])
  return { hasNews, isOrderOld, show, hear }
}

/**
 * Whether the rows are not in use: the list is scrolled to its beginning, and neither pointer nor keyboard focus is in its
 * rows.
 */
export function isUntouched(scroller: RefObject<HTMLElement | null>): boolean {
  const element = scroller.current
  if (!element) return true
  const body = element.querySelector('tbody')
  return element.scrollTop === 0 && !body?.matches(':hover') && !body?.contains(document.activeElement)
}
