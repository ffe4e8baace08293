import { useMemo } from 'react'
import { cn } from '@/lib/utils'
import type { WindowWords } from '../hooks/use-window-words'
import type { Shown } from '../model/shown'
import { type Block, DAY_MINUTES, weekOf } from '../model/week'
import { Slots } from './slots'

interface WeekGridProps {
  windows: readonly Shown[]
  words: WindowWords
  onOpen: (id: string) => void
  onNew: (day: number, from: number, to: number) => void
}

const columns = 'grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]'

/**
 * The week as a timetable: a column for each day, with a block for each tariff window over its hours. Overlapping blocks are
 * side by side.
 */
export function WeekGrid({ windows, words, onOpen, onNew }: WeekGridProps) {
  const week = useMemo(() => weekOf(windows), [windows])
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 md:px-6">
      <div className={cn(columns, 'sticky top-0 z-20 border-b border-line bg-paper py-2 text-sm font-medium')}>
        <span />
        {words.days.map((day) => (
          <span key={day} className="truncate px-2">
            {words.dayName(day, 'short')}
          </span>
        ))}
      </div>
      <div className="relative min-h-[40rem] flex-1">
        <Slots words={words} onNew={onNew} />
        <div className={cn(columns, 'pointer-events-none absolute inset-0')}>
          <span />
          {words.days.map((day) => (
            <ul key={day} aria-label={words.dayName(day)} className="relative min-w-0">
              {week[day - 1]?.map((block) => (
                <WindowBlock key={`${block.window.id} ${block.isRest}`} block={block} words={words} onOpen={onOpen} />
              ))}
            </ul>
          ))}
        </div>
      </div>
    </div>
  )
}

interface WindowBlockProps {
  block: Block<Shown>
  words: WindowWords
  onOpen: (id: string) => void
}

const percent = (part: number) => `${part * 100}%`

function WindowBlock({ block, words, onOpen }: WindowBlockProps) {
  const { window, day, from, to, lane, lanes, isRest } = block
  return (
    <li
      className="absolute"
      style={{
        top: percent(from / DAY_MINUTES),
        // The extra pixel covers the last hour completely. Otherwise rounding would leave a strip of it that can be pressed.
        height: `calc(${percent((to - from) / DAY_MINUTES)} + 1px)`,
        insetInlineStart: percent(lane / lanes),
        width: percent(1 / lanes)
      }}
    >
      <button
        type="button"
        onClick={() => onOpen(window.id)}
        data-window={window.id}
        aria-label={words.whole(window, day)}
        aria-current={window.isOpen || undefined}
        className={cn(
          'pointer-events-auto flex h-full min-h-6 w-full flex-col overflow-hidden rounded-[6px] border border-s-[3px] border-paper px-1.5 py-0.5 text-start text-xs leading-tight',
          window.active ? 'border-s-info bg-info-soft text-info' : 'border-s-line-strong bg-soft text-muted',
          isRest && 'rounded-t-none',
          window.isOpen && 'ring-2 ring-ink ring-inset',
          window.isTyped && '[border-inline-start-style:dashed]'
        )}
      >
        {!isRest && (
          <span dir="auto" className="truncate font-semibold">
            {window.name}
          </span>
        )}
        <bdi className="truncate tabular">{words.price(window)}</bdi>
      </button>
    </li>
  )
}
