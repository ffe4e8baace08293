import { writtenDay } from '@/lib/time/days'
import { firstWeekday } from '@/lib/time/weeks'
import type { TariffWindow } from './window'

export const DAY_MINUTES = 24 * 60

/** The part of a window that falls on one weekday, in minutes of that day. */
export interface Block<Window> {
  window: Window
  /** The weekday, from 1 (Monday) to 7 (Sunday). */
  day: number
  from: number
  to: number
  /** True for the part after midnight of a window that began on the previous day. */
  isRest: boolean
  /** The block's lane (0 is the first) among overlapping blocks; `lanes` is the number of lanes side by side. */
  lane: number
  lanes: number
}

type Times = Pick<TariffWindow, 'days' | 'from_time' | 'to_time'>

/** Converts a time such as "22:30" to minutes of the day. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const dayAfter = (day: number): number => (day % 7) + 1

/**
 * Returns a window as blocks, each of which lies on one weekday. `window.days` are the weekdays on which the window begins. A
 * window that ends after midnight gets a second block on the next day, for example on Monday for a window of Sunday night.
 */
function partsOf<Window extends Times>(window: Window): Block<Window>[] {
  const from = minutesOf(window.from_time)
  const to = minutesOf(window.to_time)
  const part = (day: number, begins: number, ends: number, isRest: boolean): Block<Window>[] =>
    begins < ends ? [{ window, day, from: begins, to: ends, isRest, lane: 0, lanes: 1 }] : []
  return window.days.flatMap((day) =>
    from < to
      ? part(day, from, to, false)
      : [...part(day, from, DAY_MINUTES, false), ...part(dayAfter(day), 0, to, true)]
  )
}

/** Assigns lanes to the blocks of one day, so that overlapping blocks share the width. */
function inLanes<Window>(blocks: Block<Window>[]): Block<Window>[] {
  const sorted = blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)
  let group: Block<Window>[] = []
  let groupEnds = 0
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const block of group) block.lanes = lanes
    group = []
  }
  for (const block of sorted) {
    if (block.from >= groupEnds) close()
    const taken = new Set(group.filter(({ to }) => to > block.from).map(({ lane }) => lane))
    while (taken.has(block.lane)) block.lane++
    group.push(block)
    groupEnds = Math.max(groupEnds, block.to)
  }
  close()
  return sorted
}

/** Returns the blocks of each weekday; index 0 is Monday. */
export function weekOf<Window extends Times>(windows: readonly Window[]): Block<Window>[][] {
  const all = windows.flatMap(partsOf)
  return [1, 2, 3, 4, 5, 6, 7].map((day) => inLanes(all.filter((block) => block.day === day)))
}

/** Returns the weekdays (1 is Monday), starting with the first day of the week in this locale. */
export function weekDays(locale: string): number[] {
  const first = firstWeekday(locale)
  return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1)
}

/**
 * Returns the name of a weekday (1 is Monday), taken from the dates 1 to 7 January 2024: 1 January 2024 was a Monday.
 */
export const dayName = (day: number, locale: string, length: 'long' | 'short'): string =>
  writtenDay(`2024-01-0${day}`, locale, { weekday: length })
