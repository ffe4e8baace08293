import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/entities/settings'
import { CarImage } from './car-image'
import { type CarType, type NearbyCar, nearbyOf } from './model'

export interface CarPrice {
  /** null: no price could be had for this car. */
  amount: number | null
  loading: boolean
}

interface CarListProps {
  carTypes: readonly CarType[] | undefined
  nearby: readonly NearbyCar[]
  value: string | null
  onChange: (carTypeId: string) => void
  /** undefined: nothing to price yet. */
  priceOf: (carTypeId: string) => CarPrice | undefined
  /** Book Later: who is near now says nothing about then. */
  later: boolean
  /** Side by side, to be scrolled through (`settings.horizontal_view`), instead of one below the other. */
  horizontal?: boolean
}

/** Cards instead of a dropdown: what each car is, what it costs and when it comes. */
export function CarList({ carTypes, nearby, value, onChange, priceOf, later, horizontal = false }: CarListProps) {
  const { t } = useTranslation('cars')
  if (!carTypes) return <CarSkeletons />
  if (carTypes.length === 0) return <p className="py-4 text-center text-sm text-muted">{t('no_cars')}</p>
  return (
    <RadioGroup.Root
      aria-label={t('choose')}
      value={value ?? ''}
      onValueChange={onChange}
      orientation={horizontal ? 'horizontal' : 'vertical'}
      // Room for the outline of the chosen one, which a scrolling box would cut.
      className={horizontal ? '-m-1 flex gap-2 overflow-x-auto p-1 [&>*]:w-64 [&>*]:shrink-0' : 'space-y-2'}
    >
      {carTypes.map((car) => (
        <CarCard key={car.id} car={car} price={priceOf(car.id)} near={later ? null : nearbyOf(nearby, car.id)} />
      ))}
    </RadioGroup.Root>
  )
}

interface CarCardProps {
  car: CarType
  price: CarPrice | undefined
  near: { count: number; seconds: number } | null
}

function CarCard({ car, price, near }: CarCardProps) {
  const { t } = useTranslation('cars')
  const { duration } = useFormat()
  const facts = [
    near ? t('nearby', { count: near.count }) : null,
    car.extra_info || (car.seats > 0 ? t('seats', { count: car.seats }) : null)
  ]
  return (
    <RadioGroup.Item
      value={car.id}
      className="flex w-full items-center gap-3 rounded-control border border-line bg-card px-3.5 py-2 text-start outline-offset-2 transition-colors hover:bg-soft/60 data-[state=checked]:border-ink data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
    >
      <CarImage image={car.image} className="-ms-1 shrink-0" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-sm font-semibold">
          {car.name}
        </span>
        <span dir="auto" className="block truncate text-xs text-muted">
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-end">
        <Price price={price} />
        {near && <span className="block text-xs text-muted">{t('pickup_in', { time: duration(near.seconds) })}</span>}
      </span>
    </RadioGroup.Item>
  )
}

function Price({ price }: { price: CarPrice | undefined }): ReactNode {
  const { t } = useTranslation('cars')
  const { money } = useFormat()
  if (!price) return null
  if (price.amount !== null) return <span className="block text-sm font-semibold tabular">{money(price.amount)}</span>
  if (price.loading) return <Skeleton className="my-0.5 ms-auto h-4 w-18" />
  return <span className="block text-xs text-muted">{t('no_price')}</span>
}

function CarSkeletons() {
  return (
    <div className="space-y-2">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-13" />
      ))}
    </div>
  )
}
