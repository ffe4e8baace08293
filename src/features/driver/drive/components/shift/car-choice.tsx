import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { firmText } from '@/lib/texts/firm-text'
import { cn } from '@/lib/utils'
import type { Driver } from '../../model/rows'
import type { SharedCar } from './queries'

interface CarChoiceProps {
  driver: Driver
  hasOwn: boolean
  cars: readonly SharedCar[]
  /** The id of the chosen car; null for the driver's own. */
  value: string | null
  onChange: (id: string | null) => void
}

/**
 * The choice of a car: the driver's own car and the shared cars. A shared car that another driver uses cannot be chosen; it
 * shows since when it is used.
 */
export function CarChoice({ driver, hasOwn, cars, value, onChange }: CarChoiceProps) {
  const { t } = useTranslation('shift')
  const { time } = useFormat()
  if (!hasOwn && cars.length === 0) return <p className="text-sm text-bad">{t('no_car')}</p>
  const nameOf = (car: Pick<Driver, 'vehicle_make' | 'vehicle_model' | 'vehicle_color'>) =>
    [[car.vehicle_make, car.vehicle_model].filter(Boolean).join(' '), car.vehicle_color].filter(Boolean).join(', ')
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-sm font-medium">{t('car')}</legend>
      {hasOwn && (
        <Choice
          plate={driver.vehicle_number ?? ''}
          name={nameOf(driver)}
          state={t('own')}
          isChosen={value === null}
          onChoose={() => onChange(null)}
        />
      )}
      {cars.map((car) => (
        <Choice
          key={car.id}
          plate={car.vehicle_number ?? ''}
          name={[nameOf(car), firmText(car.car_type)].filter(Boolean).join(' · ')}
          state={car.since ? t('in_use', { time: time(car.since) }) : t('free')}
          isTaken={Boolean(car.since)}
          isChosen={value === car.id}
          onChoose={() => onChange(car.id)}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps {
  plate: string
  name: string
  state: string
  isTaken?: boolean
  isChosen: boolean
  onChoose: () => void
}

function Choice({ plate, name, state, isTaken = false, isChosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={cn(
        'flex min-h-14 items-center gap-3 rounded-card border px-4 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isChosen ? 'border-ink bg-soft' : 'border-line',
        isTaken && 'text-muted'
      )}
    >
      <input
        type="radio"
        name="car"
        className="size-5 shrink-0 accent-ink"
        checked={isChosen}
        disabled={isTaken}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <bdi className="font-semibold whitespace-nowrap tabular">{plate}</bdi>
          <span className="text-sm">{state}</span>
        </span>
        <span dir="auto" className="block text-sm text-muted">
          {name}
        </span>
      </span>
    </label>
  )
}
