import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { FigureInput } from '@/components/form/figure-field'
import { useFormRules } from '@/components/form/rules'
import type { EditFormState } from '@/components/form/use-edit-form'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { useFormat } from '@/entities/settings'
import { useResting } from '@/lib/hooks/use-resting'
import { keptWhile } from '@/lib/server/kept-while'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { previewPromo } from '../queries'
import { type PromoSchema, readable } from './promo-form'

const DEBOUNCE_MS = 250

interface PromoExampleProps {
  form: EditFormState
  schema: PromoSchema
}

/** Shows what a fare would cost with the typed promotion, computed by the server. */
export function PromoExample({ form, schema }: PromoExampleProps) {
  const { t } = useTranslation('promos')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { locale, symbol, decimals } = useFormRules()
  const [typed, setTyped] = useState('20')
  const id = useId()
  const promo = readable(form.values, form.base.values, schema)
  const fare = Number(readDecimal(typed, locale, decimals) ?? Number.NaN)
  const asked = useResting(promo && fare >= 0 ? JSON.stringify([promo, fare]) : null, DEBOUNCE_MS)
  const { data, error } = useSWR(
    asked && ['preview-promo', id, asked],
    ([, , question]: string[]) => previewPromo(...(JSON.parse(question ?? '') as Parameters<typeof previewPromo>)),
    { use: [keptWhile<string[]>((now, before) => now[1] === before[1])], revalidateOnFocus: false }
  )
  return (
    <section aria-labelledby={id} className="space-y-5 p-4 text-sm md:p-6">
      <div className="flex items-baseline justify-between">
        <h2 id={id} className="font-semibold">
          {t('example')}
        </h2>
        {form.isDirty && <span className="text-muted">{t('with_changes')}</span>}
      </div>
      <Field label={t('fare')} isDense>
        {(control) => <FigureInput {...control} value={typed} onChange={setTyped} suffix={symbol} />}
      </Field>
      {error ? <p className="text-bad">{errorText(error)}</p> : null}
      {!promo && <p className="text-muted">{t('example_empty')}</p>}
      {promo && data && (
        <div role="status" aria-live="polite" className="space-y-3">
          <p className="text-2xl font-semibold tabular">{money(data.payable_amount ?? 0)}</p>
          {!data.applies && <p className="text-warn">{t('below_min', { amount: money(promo.min_order) })}</p>}
          <Facts
            facts={[
              [t('fare'), money(data.trip_cost ?? 0)],
              [t('column.value'), <bdi key="off">{money(-(data.discount_amount ?? 0))}</bdi>],
              [t('payable'), money(data.payable_amount ?? 0)]
            ]}
          />
        </div>
      )}
    </section>
  )
}
