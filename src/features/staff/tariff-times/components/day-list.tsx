import { ChevronRight, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { WindowWords } from '../hooks/use-window-words'
import type { Shown } from '../model/shown'
import { weekOf } from '../model/week'

interface DayListProps {
  windows: readonly Shown[]
  words: WindowWords
  onOpen: (id: string) => void
  onNew: (day: number, from: number, to: number) => void
}

/** The week on a phone: each day with its tariff windows in order. */
export function DayList({ windows, words, onOpen, onNew }: DayListProps) {
  const { t } = useTranslation('tariff_times')
  const week = useMemo(() => weekOf(windows), [windows])
  return (
    <div>
      {words.days.map((day) => (
        <section key={day} aria-label={words.dayName(day)} className="border-b border-line">
          <header className="flex min-h-11 items-center justify-between bg-soft/60 ps-4">
            <h2 className="text-sm font-semibold">{words.dayName(day)}</h2>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('new_on', { day: words.dayName(day) })}
              onClick={() => onNew(day, 8 * 60, 10 * 60)}
            >
              <Plus aria-hidden />
            </Button>
          </header>
          <ul>
            {week[day - 1]?.map(({ window, isRest }) => (
              <li key={`${window.id} ${isRest}`}>
                <WindowLine
                  window={window}
                  line={isRest ? t('rest', { line: words.line(window) }) : words.line(window)}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface WindowLineProps {
  window: Shown
  line: string
  onOpen: (id: string) => void
}

export function WindowLine({ window, line, onOpen }: WindowLineProps) {
  const { t } = useTranslation('tariff_times')
  return (
    <button
      type="button"
      data-window={window.id}
      onClick={() => onOpen(window.id)}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start hover:bg-soft focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate text-sm font-medium">
            {window.name}
          </span>
          {!window.active && <Badge>{t('off')}</Badge>}
        </span>
        <span className="block truncate text-sm text-muted tabular">{line}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
    </button>
  )
}
