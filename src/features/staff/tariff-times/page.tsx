import { Clock, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { paths } from '@/config/paths'
import { useCarTypes } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { useIsDesktop } from '@/lib/page/use-media'
import { DayList } from './components/day-list'
import { SingleDays } from './components/single-days'
import { WeekGrid } from './components/week-grid'
import { useOpen } from './hooks/use-open'
import { useWindowWords } from './hooks/use-window-words'
import { shownOf, type Typed } from './model/shown'
import { useTariffWindows } from './queries'

// The editor loads on demand, when a window is opened.
const WindowEditor = lazy(() => import('./components/window-editor').then((part) => ({ default: part.WindowEditor })))

/** The page of tariff windows: the week, with the open window in an editor beside it. */
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
  const open = (id: string) => id !== typed?.id && at.open(id)
  const week = { windows: shown, words, onOpen: open, onNew: at.add }
  return (
    <main id="main" className="flex lg:h-[calc(100svh-var(--bar,4.5rem))] lg:min-h-[30rem]">
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
                <Button variant="accent" data-new="" onClick={at.addAny}>
                  <Plus aria-hidden />
                  {t('new')}
                </Button>
              </>
            }
          />
          <TabLinks
            label={t('pages')}
            items={[
              { id: 'zones', to: paths.zones, label: t('areas') },
              { id: 'times', to: paths.tariffTimes, label: t('times') }
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
          <SingleDays windows={shown} words={words} onOpen={open} />
        </div>
      )}
      {isOpen && (
        <aside
          aria-label={t(stored ? 'edit' : 'new')}
          className="w-full shrink-0 border-line bg-card lg:w-[23rem] lg:overflow-y-auto lg:border-s"
        >
          <Suspense fallback={<Skeleton className="m-4 h-96" />}>
            <WindowEditor
              key={at.key}
              stored={stored}
              initial={at.initial}
              heading={isDesktop ? 'h2' : 'h1'}
              onTyped={setTyped}
              onClose={at.close}
            />
          </Suspense>
        </aside>
      )}
    </main>
  )
}
