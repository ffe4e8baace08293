import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import type { WindowWords } from '../hooks/use-window-words'
import { clockOf } from '../model/week'

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The selected hours of one day, both ends included. `from` is where the selection began, so it can be the later hour. */
interface Range {
  day: number
  from: number
  to: number
}

interface SlotsProps {
  words: WindowWords
  /** Called to create a window on this weekday. `from` and `to` are minutes of the day. */
  onNew: (day: number, from: number, to: number) => void
}

/**
 * The hours of the week as a grid. Pressing an hour, or dragging over several, creates a window. Arrow keys move the focus;
 * with Shift they extend the selection.
 */
export const Slots = memo(function Slots({ words, onNew }: SlotsProps) {
  const { t, i18n } = useTranslation('tariff_times')
  const grid = useRef<HTMLElement>(null)
  const [at, setAt] = useState({ column: 0, hour: 8 })
  const [range, setRange] = useState<Range | null>(null)
  const isTaking = range !== null
  // Releasing the mouse button outside the week cancels the selection.
  useEffect(() => {
    if (!isTaking) return
    const drop = () => setRange(null)
    window.addEventListener('pointerup', drop)
    return () => window.removeEventListener('pointerup', drop)
  }, [isTaking])
  const finish = (chosen: Range) => {
    setRange(null)
    const [first, last] = [Math.min(chosen.from, chosen.to), Math.max(chosen.from, chosen.to)]
    onNew(chosen.day, first * 60, (last + 1) * 60)
  }
  const go = (column: number, hour: number) => {
    setAt({ column, hour })
    grid.current?.querySelector<HTMLElement>(`[data-slot="${column} ${hour}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = i18n.dir() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = i18n.dir() === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
    const steps: Record<string, [columns: number, hours: number]> = {
      [forward]: [1, 0],
      [back]: [-1, 0],
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
      PageDown: [0, 6],
      PageUp: [0, -6],
      Home: [-7, 0],
      End: [7, 0]
    }
    const step = steps[event.key]
    if (event.key === 'Escape') setRange(null)
    if (!step) return
    event.preventDefault()
    const hour = within(at.hour + step[1], 23)
    if (event.shiftKey && step[1] !== 0) {
      setRange({ day: words.days[at.column] ?? 1, from: range?.from ?? at.hour, to: hour })
      return go(at.column, hour)
    }
    setRange(null)
    go(within(at.column + step[0], 6), hour)
  }
  const isTaken = (day: number, hour: number) =>
    range?.day === day && hour >= Math.min(range.from, range.to) && hour <= Math.max(range.from, range.to)
  return (
    <section ref={grid} aria-label={t('week')} className="absolute inset-0 flex flex-col">
      {HOURS.map((hour) => (
        <div key={hour} className="grid flex-1 grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]">
          <span className="-mt-2 pe-2 text-end text-xs text-muted tabular">{hour > 0 && clockOf(hour * 60)}</span>
          {words.days.map((day, column) => (
            <span key={day} className="flex border-s border-t border-line">
              <button
                type="button"
                data-slot={`${column} ${hour}`}
                tabIndex={at.column === column && at.hour === hour ? 0 : -1}
                aria-label={t('slot', { day: words.dayName(day), time: clockOf(hour * 60) })}
                onKeyDown={onKeyDown}
                onFocus={() => setAt({ column, hour })}
                onPointerDown={(event) => {
                  // Dragging works only with a mouse: a finger that scrolls would select hours.
                  if (event.pointerType === 'mouse' && event.button === 0) setRange({ day, from: hour, to: hour })
                }}
                onPointerEnter={(event) => {
                  if (event.buttons === 1 && range?.day === day) setRange({ ...range, to: hour })
                }}
                onPointerUp={() => range && range.from !== range.to && finish(range)}
                onClick={() => finish(range ?? { day, from: hour, to: hour })}
                className={cn(
                  'flex-1 hover:bg-soft focus-visible:-outline-offset-2',
                  isTaken(day, hour) && 'bg-accent/30 hover:bg-accent/30'
                )}
              />
            </span>
          ))}
        </div>
      ))}
    </section>
  )
})
