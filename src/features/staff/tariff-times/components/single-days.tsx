import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/time/days'
import type { WindowWords } from '../hooks/use-window-words'
import type { Shown } from '../model/shown'
import { WindowLine } from './day-list'

interface SingleDaysProps {
  windows: readonly Shown[]
  words: WindowWords
  onOpen: (id: string) => void
}

/** Maximum number of dates of a window that are listed; of further ones only the number is shown. */
const NAMED = 3

/** Lists the windows with single dates, such as holidays, because the week cannot show them. */
export function SingleDays({ windows, words, onOpen }: SingleDaysProps) {
  const { t } = useTranslation('tariff_times')
  const { locale } = useFormat()
  const dated = windows.filter(({ dates }) => dates.length > 0)
  if (dated.length === 0) return null
  const datesOf = ({ dates }: Shown) => {
    const named = dates.slice(0, NAMED).map((day) => writtenDay(day, locale))
    return [...named, ...(dates.length > NAMED ? [t('more_days', { count: dates.length - NAMED })] : [])].join(', ')
  }
  return (
    <section aria-label={t('single_days')} className="border-t border-line max-lg:border-t-0">
      <h2 className="px-4 py-2 text-sm font-semibold max-lg:bg-soft/60 md:px-6">{t('single_days')}</h2>
      <ul className="max-h-40 overflow-y-auto md:px-2 max-lg:max-h-none">
        {dated.map((window) => (
          <li key={window.id}>
            <WindowLine window={window} line={`${datesOf(window)} · ${words.line(window)}`} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
