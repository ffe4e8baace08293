import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { CarImage } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import type { CarTypeRow } from '../model'
import { feeOf } from './columns'

/** A car type with its prices and its three lists. */
export function CarTypePeek({ row }: { row: CarTypeRow }) {
  const { t } = useTranslation('cartypes')
  const format = useFormat()
  const { money, rate, duration } = format
  const priced = ({ description, amount }: { description: string; amount: number }) =>
    [description, money(amount)] as [string, string]
  const lists = [
    [t('parcel_types'), row.parcel_types.map(priced)],
    [t('options'), row.options.map(priced)],
    [
      t('cancellation'),
      row.cancel_slab.map((slab): [string, string] => [
        `${t('from')} ${duration(slab.mins_delayed * 60)}`,
        money(slab.amount)
      ])
    ]
  ] as const
  return (
    <div className="space-y-5 p-5 text-sm">
      <CarImage image={row.image} className="h-14 w-32" />
      <div>
        <h2 dir="auto" className="text-base font-semibold break-words">
          {row.name}
        </h2>
        <p dir="auto" className="text-muted">
          {row.extra_info}
        </p>
      </div>
      <Facts
        facts={[
          [t('category'), t(`categories.${row.category}`)],
          [t('seats'), row.seats],
          [t('base_fare'), money(row.base_fare)],
          [t('rate_per_unit_distance'), rate(row.rate_per_unit_distance)],
          [t('rate_per_hour'), rate(row.rate_per_hour)],
          [t('waiting_rate_per_hour'), rate(row.waiting_rate_per_hour)],
          [t('min_fare'), money(row.min_fare)],
          [t('convenience_fee'), feeOf(row, format)]
        ]}
      />
      {lists.map(
        ([label, facts]) =>
          facts.length > 0 && (
            <section key={label} className="space-y-2 border-t border-line pt-4">
              <h3 className="font-semibold">{label}</h3>
              <Facts facts={facts} />
            </section>
          )
      )}
    </div>
  )
}
