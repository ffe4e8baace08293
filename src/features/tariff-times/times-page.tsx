import { Clock, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Select } from '@/components/form/choice-field'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { PageTabs } from '@/components/ui/page-tabs'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useCarTypes } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { useIsDesktop } from '@/lib/use-media'
import { useTariffWindows } from './api'
import { DayList } from './day-list'
import { newWindow } from './model'
import { shownOf, type Typed } from './shown'
import { SingleDays } from './single-days'
import { useWindowWords } from './use-window-words'
import { clockOf } from './week'
import { WeekGrid } from './week-grid'
import { WindowEditor } from './window-editor'

/** What the address says is open: `?window=` with an id, or `new` with the day and the times that were pressed. */
function useOpen() {
  const [search, setSearch] = useSearchParams()
  const open = useCallback((id: string) => setSearch(id === 'new' ? (last) => last : { window: id }), [setSearch])
  const add = useCallback(
    (day: number, from: number, to: number) =>
      setSearch({ window: 'new', day: String(day), from: clockOf(from), to: clockOf(to) }),
    [setSearch]
  )
  const close = useCallback(() => setSearch({}), [setSearch])
  const [day, from_time, to_time] = ['day', 'from', 'to'].map((name) => search.get(name) ?? '')
  const initial = newWindow(
    /^[1-7]$/.test(day ?? '') && from_time && to_time ? { days: [Number(day)], from_time, to_time } : {}
  )
  return {
    id: search.get('window'),
    key: search.toString(),
    initial,
    open,
    add,
    addAny: () => setSearch({ window: 'new' }),
    close
  }
}

/** Times that cost more, drawn as a week; beside it the one that is open. */
export function TariffTimesPage() {
  const { t } = useTranslation('tariff_times')
  const { timeZone } = useFormat()
  const { carTypes } = useCarTypes('both')
  const windows = useTariffWindows()
  const isDesktop = useIsDesktop()
  const words = useWindowWords()
  const at = useOpen()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [car, setCar] = useState('')
  const shown = useMemo(() => shownOf(windows.data ?? [], typed, car || null), [windows.data, typed, car])
  const stored = windows.data?.find(({ id }) => id === at.id) ?? null
  const isOpen = windows.data !== undefined && (stored !== null || at.id === 'new')
  const week = { windows: shown, words, onOpen: at.open, onNew: at.add }
  return (
    <main id="main" className="flex min-h-0 flex-1 lg:h-[calc(100svh-var(--bar,4.5rem))]">
      {(isDesktop || !isOpen) && (
        <div className="flex min-w-0 flex-1 flex-col">
          <PageHeader
            title={t('title')}
            actions={
              <>
                <Select aria-label={t('car_type')} value={car} onChange={({ target }) => setCar(target.value)}>
                  <option value="">{t('all_cars')}</option>
                  {carTypes?.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
                <Button variant="accent" onClick={at.addAny}>
                  <Plus aria-hidden />
                  {t('new')}
                </Button>
              </>
            }
          />
          <PageTabs
            className="px-4 md:px-6"
            label={t('pages')}
            items={[
              { to: paths.zones, label: t('areas') },
              { to: paths.tariffTimes, label: t('times') }
            ]}
          />
          <p className="flex items-center gap-2 px-4 py-2 text-sm text-muted md:px-6">
            <Clock aria-hidden className="size-4 shrink-0" />
            {windows.data?.length === 0 ? t('empty') : t('lead', { zone: timeZone })}
          </p>
          {windows.error && !windows.data ? (
            <ErrorState error={windows.error} onRetry={() => void windows.mutate()} />
          ) : !windows.data ? (
            <Skeleton className="m-4 h-96 md:m-6" />
          ) : isDesktop ? (
            <WeekGrid {...week} />
          ) : (
            <DayList {...week} />
          )}
          <SingleDays windows={shown} words={words} onOpen={at.open} />
        </div>
      )}
      {isOpen && (
        <aside
          aria-label={t(stored ? 'edit' : 'new')}
          className="w-full shrink-0 border-line bg-card lg:w-[23rem] lg:overflow-y-auto lg:border-s"
        >
          <WindowEditor
            key={at.key}
            stored={stored}
            initial={at.initial}
            words={words}
            onTyped={setTyped}
            onClose={at.close}
          />
        </aside>
      )}
    </main>
  )
}
