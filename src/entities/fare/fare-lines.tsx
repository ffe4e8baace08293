import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format'
import type { FareLine } from './model'

/** Units that have a translation. Any other unit is shown as stored. */
const UNITS = ['km', 'mi', 'min']

/**
 * Returns a function that says how a line was computed: "3.705 km × CHF 2.40". The quantity has up to three decimals and the
 * rate is not rounded, so that multiplying them gives the amount of the line.
 */
function useHow(): (line: FareLine) => string | null {
  const { t } = useTranslation('trips')
  const { rate: rateText, locale } = useFormat()
  return ({ quantity, rate, unit = '' }) => {
    if (quantity === undefined) return null
    const count = formatNumber(quantity, locale, { maximumFractionDigits: 3 })
    const counted = `${count}\u00a0${UNITS.includes(unit) ? t(`unit.${unit}`) : unit}`
    return rate === undefined ? counted : t('fare.product', { quantity: counted, rate: rateText(rate) })
  }
}

interface FareTableProps {
  lines: FareLine[]
  total: number
  totalLabel: string
  /** The tax, which is included in the total. */
  tax: number
  /** The total after rounding for cash, if the fare is paid in cash. */
  cash?: number
}

/** A fare and its lines; the same table is used before booking, on the trip and on the receipt. */
export function FareTable({ lines, total, totalLabel, tax, cash = total }: FareTableProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const how = useHow()
  return (
    <dl className="text-sm">
      {lines.map((line) => (
        <div
          key={`${line.key} ${line.name ?? ''} ${line.amount}`}
          className="flex items-baseline justify-between gap-4 py-1"
        >
          <dt className="min-w-0">
            {t([`fare.${line.key}`, 'fare.other'])}
            {line.name && <span className="ms-2 text-xs text-muted">{line.name}</span>}
            {how(line) && <bdi className="ms-2 text-xs text-muted tabular">{how(line)}</bdi>}
          </dt>
          <dd className="shrink-0 tabular">{money(line.amount)}</dd>
        </div>
      ))}
      <Row label={totalLabel} amount={total} className="mt-1 border-t border-line pt-2 text-base font-semibold" />
      {tax > 0 && <Row label={t('fare.tax')} amount={tax} className="text-muted" />}
      {cash !== total && <Row label={t('fare.in_cash')} amount={cash} className="font-semibold" />}
    </dl>
  )
}

function Row({ label, amount, className }: { label: string; amount: number; className: string }) {
  const { money } = useFormat()
  return (
    <div className={`flex items-baseline justify-between gap-4 py-1 ${className}`}>
      <dt>{label}</dt>
      <dd className="shrink-0 tabular">{money(amount)}</dd>
    </div>
  )
}
