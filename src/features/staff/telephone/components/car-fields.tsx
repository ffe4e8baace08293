import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { Select } from '@/components/ui/select'
import { CarList, type Choice } from '@/entities/car'
import { FareTable, partsPaidBy } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCall, useCallCars, useCallFare } from '../hooks/use-call'

const KEYS = 'alt+v'

/** The fields for the car: the car types with price and arrival time, the chosen car's extras, and the lines of the fare. */
export function CarFields() {
  const { t } = useTranslation('telephone')
  const { change, call } = useCall()
  const { offered, car, offerOf } = useCallCars()
  const { quote } = useCallFare()
  // The shortcut focuses the checked radio button itself. Until a button of the group was focused once, Tab cannot reach any.
  const toCars = () => document.querySelector<HTMLElement>(`#cars-${call.id} [role=radio][data-state=checked]`)?.focus()
  useShortcut({ keys: KEYS, label: t('cars.title'), group: t('keys.form'), run: toCars })
  if (offered.error && !offered.carTypes) return <ErrorBanner error={offered.error} onRetry={offered.retry} />
  return (
    <>
      <section aria-label={t('cars.title')} id={`cars-${call.id}`}>
        <h2 className="mb-1.5 flex items-center gap-2 text-sm font-medium">
          {t('cars.title')}
          <Kbd keys={KEYS} className="ms-auto max-md:hidden" />
        </h2>
        <CarList
          carTypes={offered.carTypes}
          value={car?.id ?? null}
          onChange={(carTypeId) => change({ carTypeId })}
          offerOf={offerOf}
        />
      </section>
      <Extras />
      {quote && (
        <details className="text-sm">
          <summary className="cursor-pointer py-1 text-muted hover:text-ink">{t('booking:fare.how')}</summary>
          <FareTable
            lines={quote.lines}
            parts={partsPaidBy(quote.price_parts, call.payment)}
            totalLabel={t('fare_total')}
          />
        </details>
      )}
    </>
  )
}

function Extras() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const { car } = useCallCars()
  if (!car || (car.parcel_types.length === 0 && car.options.length === 0)) return null
  const extras = call.extras[car.id] ?? { parcel: 0, option: 0 }
  const set = (part: Partial<typeof extras>) => change({ extras: { ...call.extras, [car.id]: { ...extras, ...part } } })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ChoiceSelect
        label={t('parcel_type')}
        choices={car.parcel_types}
        value={extras.parcel}
        onChange={(parcel) => set({ parcel })}
      />
      <ChoiceSelect
        label={t('parcel_option')}
        choices={car.options}
        value={extras.option}
        onChange={(option) => set({ option })}
      />
    </div>
  )
}

interface ChoiceSelectProps {
  label: string
  choices: readonly Choice[]
  value: number
  onChange: (index: number) => void
}

function ChoiceSelect({ label, choices, value, onChange }: ChoiceSelectProps) {
  const { money } = useFormat()
  if (choices.length === 0) return null
  return (
    <Field isDense label={label}>
      {(control) => (
        <Select {...control} value={String(value)} onChange={({ target }) => onChange(Number(target.value))}>
          {choices.map(({ description, amount }, index) => (
            <option key={description} value={index}>
              {amount === 0 ? description : `${isolated(description)} · ${money(amount)}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
