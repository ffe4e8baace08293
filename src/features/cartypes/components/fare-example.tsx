import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '@/components/form/choice-field'
import { FigureInput } from '@/components/form/figure-field'
import { useFormRules } from '@/components/form/rules'
import type { EditFormState } from '@/components/form/use-edit-form'
import { Skeleton } from '@/components/ui/skeleton'
import { useSettings } from '@/entities/settings'
import { readDecimal } from '@/lib/decimal'
import { useErrorText } from '@/lib/use-error-text'
import type { ExampleRide } from '../api'
import { tariffOf } from '../model'
import { usePreview } from '../use-preview'
import { ExampleFare } from './example-fare'

/** What a ride would cost with what is typed, and with what is saved: both computed by the server. */
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
  const ride = { distance: read(distance), minutes: read(minutes), parcel: chosen.parcel, option: chosen.option }
  const now = usePreview(tariff, rideUnder(tariff, ride))
  const before = usePreview(saved, rideUnder(saved, ride))
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
    </section>
  )
}

/** The example as one tariff has it: without a choice where there is none, which the server would refuse. */
function rideUnder(
  tariff: Record<string, unknown>,
  { distance, minutes, parcel, option }: { distance: number; minutes: number; parcel: number; option: number }
): ExampleRide[] {
  const [parcels, options] = [tariff.parcel_types as unknown[], tariff.options as unknown[]]
  return [
    {
      distance,
      minutes,
      ...(parcels.length > 0 && { parcel_type_index: Math.min(parcel, parcels.length - 1) }),
      ...(options.length > 0 && { option_index: Math.min(option, options.length - 1) })
    }
  ]
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place in the list
        <option key={index} value={index}>
          {description || label}
        </option>
      ))}
    </Select>
  )
}
