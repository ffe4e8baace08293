import { useTranslation } from 'react-i18next'
import { MomentInput } from '@/components/form/moment-field'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { Segmented } from '@/components/ui/segmented'
import { useShortcut } from '@/lib/shortcuts'
import { useErrorText } from '@/lib/use-error-text'
import { useCall } from '../hooks/use-call'
import type { When } from '../model'
import { SeriesFields } from './series-fields'

const keysOf: Record<When, string> = { now: 'alt+j', later: 'alt+l', series: 'alt+m' }
const ofTheTime = new Set(['past_booking_error', 'trip_at_too_far'])

/** Now, at a time, or on the same days of each week. */
export function WhenFields() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const group = t('keys.form')
  const set = (when: When) => {
    change({ when })
    if (when !== 'now') focusSoon(`#when-${call.id} :is(input, [aria-pressed])`)
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
        {call.when === 'later' && <Later />}
        {call.when === 'series' && <SeriesFields />}
      </div>
    </section>
  )
}

/** The field is there once the choice has been drawn. */
const focusSoon = (selector: string) => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus())

function Later() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change, problemKey } = useCall()
  const isWrong = problemKey !== null && ofTheTime.has(problemKey)
  return (
    <Field label={t('when.at')} error={isWrong ? errorText(problemKey) : null}>
      {(control) => (
        <MomentInput
          {...control}
          name="tripAt"
          label={t('when.at')}
          value={call.tripAt}
          onChange={(tripAt) => change({ tripAt })}
          onBlur={() => undefined}
        />
      )}
    </Field>
  )
}
