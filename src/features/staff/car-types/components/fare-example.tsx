import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureInput } from '@/components/form/figure-field'
import { useFormRules } from '@/components/form/rules'
import type { EditFormState } from '@/components/form/use-edit-form'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useSettings } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { usePreview } from '../hooks/use-preview'
import { tariffOf } from '../model'
import type { ExampleRide } from '../queries'
import { ExampleFare } from './example-fare'
import { chartRides, FareByDistance } from './fare-by-distance'

/** The fare of an example ride under the typed and the saved tariff, both computed by the server. */
export function FareExample({ form }: { form: EditFormState }) {
  const { t } = useTranslation('cartypes')
  const errorText = useErrorText()
  const rules = useFormRules()
  const [distance, setDistance] = useState('5')
  const [minutes, setMinutes] = useState('12')
  const [chosen, setChosen] = useState({ parcel: 0, option: 0 })
  const read = (text: string) => Number(readDecimal(text, rules.locale, 3) ?? 0)
  const tariff = tariffOf(form.values, form.base.values, rules)
  const saved = tariffOf(form.base.values, form.base.values, rules)
  const choices = { parcel_type_index: chosen.parcel, option_index: chosen.option }
  const rides = [{ distance: read(distance), minutes: read(minutes) }, ...chartRides].map((ride) => ({
    ...ride,
    ...choices
  }))
  const now = usePreview(tariff, fitting(rides, tariff))
  const before = usePreview(saved, fitting(rides, saved))
  const wasSaved = form.isNew || !form.isDirty ? undefined : before.fares
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-5 p-4 md:p-6">
      <div className="flex items-baseline justify-between">
        <h2 id={id} className="text-sm font-semibold">
          {t('example')}
        </h2>
        {form.isDirty && <span className="text-sm text-muted">{t('with_changes')}</span>}
      </div>
      <Ride
        distance={distance}
        minutes={minutes}
        onDistance={setDistance}
        onMinutes={setMinutes}
        parcels={tariff.parcel_types as { description: string }[]}
        options={tariff.options as { description: string }[]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {now.error ? <p className="text-sm text-bad">{errorText(now.error)}</p> : null}
      {now.fares?.[0] ? (
        <ExampleFare fare={now.fares[0]} saved={wasSaved?.[0]} distance={read(distance)} minutes={read(minutes)} />
      ) : (
        !now.error && <Skeleton className="h-64" />
      )}
      {now.fares && <FareByDistance now={now.fares.slice(1)} saved={wasSaved?.slice(1)} mark={read(distance)} />}
    </section>
  )
}

/**
 * Returns the example rides with only those parcel types and options that the tariff has, because the server refuses others.
 */
function fitting(rides: readonly ExampleRide[], tariff: Record<string, unknown>): ExampleRide[] {
  const count = (list: unknown) => (list as unknown[]).length
  const at = (index: number | undefined, of: unknown) => Math.max(0, Math.min(index ?? 0, count(of) - 1))
  return rides.map(({ parcel_type_index, option_index, ...ride }) => ({
    ...ride,
    ...(count(tariff.parcel_types) > 0 && { parcel_type_index: at(parcel_type_index, tariff.parcel_types) }),
    ...(count(tariff.options) > 0 && { option_index: at(option_index, tariff.options) })
  }))
}

interface RideProps {
  distance: string
  minutes: string
  onDistance: (text: string) => void
  onMinutes: (text: string) => void
  parcels: readonly { description: string }[]
  options: readonly { description: string }[]
  chosen: { parcel: number; option: number }
  onChoose: (chosen: { parcel: number; option: number }) => void
}

function Ride({ distance, minutes, onDistance, onMinutes, parcels, options, chosen, onChoose }: RideProps) {
  const { t } = useTranslation('cartypes')
  const { settings } = useSettings()
  const unit = t(settings?.convert_to_mile ? 'trips:unit.mi' : 'trips:unit.km')
  return (
    <div className="grid grid-cols-2 gap-2">
      <FigureInput aria-label={t('distance')} value={distance} onChange={onDistance} suffix={unit} />
      <FigureInput aria-label={t('time')} value={minutes} onChange={onMinutes} suffix={t('trips:unit.min')} />
      <Choice
        label={t('parcel')}
        choices={parcels}
        value={chosen.parcel}
        onChange={(parcel) => onChoose({ ...chosen, parcel })}
      />
      <Choice
        label={t('option')}
        choices={options}
        value={chosen.option}
        onChange={(option) => onChoose({ ...chosen, option })}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  choices: readonly { description: string }[]
  value: number
  onChange: (index: number) => void
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  if (choices.length === 0) return null
  return (
    <Select
      aria-label={label}
      value={Math.min(value, choices.length - 1)}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {choices.map(({ description }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is identified by its position
        <option key={index} value={index}>
          {description || label}
        </option>
      ))}
    </Select>
  )
}
