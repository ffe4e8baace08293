import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeMark } from '@/components/form/form-field'
import type { FareLine } from '@/entities/fare'
import { useFormat, useSettings } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { cn } from '@/lib/utils'
import type { PreviewedFare } from '../queries'

interface ExampleFareProps {
  fare: PreviewedFare
  /** The fare of the same ride under the saved tariff; undefined if the tariff has not been changed. */
  saved: PreviewedFare | undefined
  distance: number
  minutes: number
}

const FEE = 'convenience_fee'
const units = ['km', 'mi', 'min']

/** The price of the example ride and its parts: the driver's share, then the operator's fees. */
export function ExampleFare({ fare, saved, distance, minutes }: ExampleFareProps) {
  const { t } = useTranslation('cartypes')
  const { money, moneyChange, locale } = useFormat()
  const { settings } = useSettings()
  const figure = (value: number) => formatNumber(value, locale)
  const unit = t(settings?.convert_to_mile ? 'trips:unit.mi' : 'trips:unit.km')
  const wasOf = (line: FareLine) => saved?.lines.find(({ key, name }) => key === line.key && name === line.name)
  const isChanged = (line: FareLine) => saved !== undefined && wasOf(line)?.amount !== line.amount
  const rows = fare.lines.filter(({ key }) => key !== FEE)
  const fee = fare.lines.find(({ key }) => key === FEE)
  const more = saved ? fare.trip_cost - saved.trip_cost : 0
  return (
    <div role="status" aria-live="polite">
      <p className="text-sm text-muted">
        {t('costs', {
          distance: `${figure(distance)}\u00a0${unit}`,
          minutes: `${figure(minutes)}\u00a0${t('trips:unit.min')}`
        })}
      </p>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3 tabular">
        <span className="text-2xl font-semibold">{money(fare.trip_cost)}</span>
        {saved && more !== 0 && (
          <span className="text-sm text-muted">
            {t('form:was', { value: money(saved.trip_cost) })}{' '}
            <bdi className="font-medium text-ink">{moneyChange(more)}</bdi>
          </span>
        )}
      </p>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {rows.map((line) => (
          <Line
            key={`${line.key} ${line.name ?? ''}`}
            line={line}
            mark={isChanged(line) && <ChangeMark was={null} />}
          />
        ))}
        <Sum label={t('driver_share')} amount={fare.driver_share} />
        {fee && <Line line={fee} mark={isChanged(fee) && <ChangeMark was={null} />} />}
        <Sum label={t('customer_pays')} amount={fare.trip_cost} />
      </dl>
    </div>
  )
}

function Line({ line, mark }: { line: FareLine; mark: ReactNode }) {
  const { t } = useTranslation('trips')
  const { money, rate, locale } = useFormat()
  const { quantity, unit = '' } = line
  const counted =
    quantity === undefined
      ? null
      : `${formatNumber(quantity, locale, { maximumFractionDigits: 3 })}\u00a0${units.includes(unit) ? t(`unit.${unit}`) : unit}`
  const how =
    counted && line.rate !== undefined ? t('fare.product', { quantity: counted, rate: rate(line.rate) }) : counted
  return (
    <div className="flex items-baseline justify-between gap-3 py-1.5">
      <dt className="flex min-w-0 flex-1 items-baseline gap-2">
        <span dir="auto" className="truncate">
          {line.name || t([`fare.${line.key}`, 'fare.other'])}
        </span>
        {mark}
      </dt>
      <dd className="flex shrink-0 items-baseline gap-4 tabular">
        {how && <bdi className="text-xs text-muted">{how}</bdi>}
        <span className="min-w-16 text-end">{money(line.amount)}</span>
      </dd>
    </div>
  )
}

function Sum({ label, amount, className }: { label: string; amount: number; className?: string }) {
  const { money } = useFormat()
  return (
    <div className={cn('flex items-baseline justify-between gap-3 py-1.5 font-semibold', className)}>
      <dt>{label}</dt>
      <dd className="tabular">{money(amount)}</dd>
    </div>
  )
}
