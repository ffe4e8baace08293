import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '@/components/ui/kbd'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCall, useFocusOfCall } from '../hooks/use-call'
import type { When } from '../model/call'

const keysOf: Record<When, string> = { now: 'alt+j', later: 'alt+l', series: 'alt+m' }

const SeriesFields = lazy(() => import('./series-fields').then((part) => ({ default: part.SeriesFields })))
const LaterField = lazy(() => import('./later-field').then((part) => ({ default: part.LaterField })))

/** The choice of when the trip begins: now, at a time, or weekly on the same days. */
export function WhenFields() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const { focus } = useFocusOfCall()
  const group = t('keys.form')
  const set = (when: When) => {
    change({ when })
    if (when !== 'now') focus('time')
  }
  useShortcut({ keys: keysOf.now, label: t('when.now'), group, run: () => set('now') })
  useShortcut({ keys: keysOf.later, label: t('when.later'), group, run: () => set('later') })
  useShortcut({ keys: keysOf.series, label: t('when.series'), group, run: () => set('series') })
  const options = (['now', 'later', 'series'] as const).map((value) => ({
    value,
    label: (
      <span className="flex items-center justify-center gap-2">
        {t(`when.${value}`)}
        <Kbd keys={keysOf[value]} className="max-xl:hidden" />
      </span>
    )
  }))
  return (
    <section aria-label={t('when.title')} className="space-y-3">
      <Segmented label={t('when.title')} value={call.when} onChange={set} options={options} />
      <div id={`when-${call.id}`} className="empty:hidden">
        <Suspense fallback={<Skeleton className="h-24" />}>
          {call.when === 'later' && <LaterField />}
          {call.when === 'series' && <SeriesFields />}
        </Suspense>
      </div>
    </section>
  )
}
