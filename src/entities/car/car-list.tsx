import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat, useSettings } from '@/entities/settings'
import type { AppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { CarImage } from './car-image'
import type { CarType } from './model'

/** What is known about a car type for this ride: its price, its arrival, and why it cannot be chosen. */
export interface CarOffer {
  /** The price; null if there is none for this car, undefined if there is no route to price yet. */
  amount?: number | null
  isPricing: boolean
  /** The error that explains why there is no price. */
  problem?: AppError | null
  /** Seconds until the car arrives; null if no car is near, undefined while unknown and for a trip for later. */
  wait?: number | null
  /** When the ride would end (ms). */
  endsAt?: number | null
  /** A translated sentence that says why the car cannot be chosen. */
  unfit?: string | null
}

interface CarListProps {
  carTypes: readonly CarType[] | undefined
  value: string | null
  onChange: (carTypeId: string) => void
  offerOf: (car: CarType) => CarOffer
  /** Shows the cars side by side (`settings.horizontal_view`) instead of in a list. */
  horizontal?: boolean
}

/** The radio group in which a person chooses a car type. Each car is shown with its price and arrival. */
export function CarList({ carTypes, value, onChange, offerOf, horizontal = false }: CarListProps) {
  const { t } = useTranslation('cars')
  if (!carTypes) return <CarSkeletons />
  if (carTypes.length === 0) return <p className="py-4 text-center text-sm text-muted">{t('no_cars')}</p>
  return (
    <RadioGroup.Root
      aria-label={t('choose')}
      value={value ?? ''}
      onValueChange={onChange}
      orientation={horizontal ? 'horizontal' : 'vertical'}
      // Space for the outline of the selected car, which a scrolling box would cut off.
      className={horizontal ? '-m-1 flex gap-2 overflow-x-auto p-1 [&>*]:w-72 [&>*]:shrink-0' : ''}
    >
      {carTypes.map((car) => (
        <CarRow key={car.id} car={car} offer={offerOf(car)} />
      ))}
    </RadioGroup.Root>
  )
}

function CarRow({ car, offer }: { car: CarType; offer: CarOffer }) {
  const { t } = useTranslation('cars')
  const isAway = offer.wait === null || !!offer.unfit
  const errorText = useErrorText()
  const arrival = useArrival(offer)
  const second = offer.unfit || (offer.problem ? errorText(offer.problem) : arrival)
  return (
    <RadioGroup.Item
      value={car.id}
      disabled={!!offer.unfit}
      className="group flex min-h-14 w-full items-center gap-2 rounded-control border-2 border-transparent px-1.5 py-1 text-start transition-colors hover:bg-soft/60 data-[state=checked]:border-ink"
    >
      <CarImage image={car.image} className={cn('shrink-0', isAway && 'opacity-40 grayscale')} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-1.5">
          <span dir="auto" className={cn('shrink-0 text-base font-semibold', isAway && 'text-muted')}>
            {car.name}
          </span>
          {/* Only the operator's words are cut, and in their own direction: in one text, an Arabic page would cut their beginning. */}
          <span className="flex min-w-0 overflow-hidden text-xs whitespace-pre text-muted">
            {car.seats > 0 && t('seats', { count: car.seats })}
            {car.seats > 0 && car.extra_info && ' · '}
            {car.extra_info && <bdi className="truncate">{car.extra_info}</bdi>}
          </span>
          <span className={cn('ms-auto shrink-0', isAway && 'text-muted')}>
            <Price offer={offer} />
          </span>
        </span>
        {second && <span className={cn('block truncate text-sm tabular', isAway && 'text-muted')}>{second}</span>}
      </span>
    </RadioGroup.Item>
  )
}

/** Returns a car's arrival and the end of the ride, such as "2 min, there at 00:57"; null while the arrival is unknown. */
function useArrival({ wait, endsAt }: CarOffer): string | null {
  const { t } = useTranslation('cars')
  const { duration, time } = useFormat()
  if (wait === undefined) return null
  if (wait === null) return t('none_nearby')
  return endsAt ? t('wait_there', { wait: duration(wait), time: time(endsAt) }) : t('wait', { wait: duration(wait) })
}

function Price({ offer: { amount, isPricing } }: { offer: CarOffer }): ReactNode {
  const { t } = useTranslation('cars')
  if (amount === undefined) return null
  if (amount !== null) return <Amount amount={amount} />
  if (isPricing) return <Skeleton className="my-0.5 inline-block h-4 w-18" />
  return <span className="text-xs text-muted">{t('no_price')}</span>
}

/** An amount of money. The currency symbol is less prominent than the digits. */
function Amount({ amount }: { amount: number }) {
  const { money } = useFormat()
  const { settings } = useSettings()
  const text = money(amount)
  const symbol = settings?.symbol ?? ''
  const at = symbol ? text.indexOf(symbol) : -1
  if (at === -1) return <bdi className="text-base font-semibold tabular">{text}</bdi>
  return (
    <bdi className="text-base font-semibold tabular">
      {text.slice(0, at)}
      <span className="text-xs font-normal text-muted">{symbol}</span>
      {text.slice(at + symbol.length)}
    </bdi>
  )
}

function CarSkeletons() {
  return (
    <div className="space-y-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-12" />
      ))}
    </div>
  )
}
