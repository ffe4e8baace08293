import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { Choice } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/isolated'
import { useCall } from '../hooks/use-call'

/** What the chosen car carries, and what is done beside it. */
export function ExtrasFields() {
  const { t } = useTranslation('booking')
  const { car, call, change } = useCall()
  if (!car || (car.parcel_types.length === 0 && car.options.length === 0)) return null
  const extras = call.extras[car.id] ?? { parcel: 0, option: 0 }
  const set = (part: Partial<typeof extras>) => change({ extras: { ...call.extras, [car.id]: { ...extras, ...part } } })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ChoiceSelect
        label={t('extras.parcel_type')}
        choices={car.parcel_types}
        value={extras.parcel}
        onChange={(parcel) => set({ parcel })}
      />
      <ChoiceSelect
        label={t('extras.option')}
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
