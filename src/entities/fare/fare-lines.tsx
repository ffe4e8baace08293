import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { firmText } from '@/lib/texts/firm-text'
import { cn } from '@/lib/utils'
import type { FareLine } from './model'
import { AmountRow, PartRows } from './part-rows'
import { type MoneyPart, taxOf, totalOf } from './parts'
import { useTaxName } from './tax-name'

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
  /** The lines of the fare. They are not shown for a price without a fare, as that of a cancelled ride. */
  lines: FareLine[]
  /** The parts of the price. */
  parts: readonly MoneyPart[]
  /** The label of the sum of the lines; without other parts it is the total. */
  totalLabel: string
  /** The label of what is to pay; the default is `due`. */
  dueLabel?: string
}

/**
 * A price: the lines of the fare and their sum, then promotion and rounding, and what is to pay. The same table is used before
 * booking, on the trip, and for the desk.
 */
export function FareTable({ lines, parts, totalLabel, dueLabel }: FareTableProps) {
  const { t } = useTranslation(['trips', 'money_parts'])
  const { money } = useFormat()
  const taxName = useTaxName()
  const how = useHow()
  const fare = parts.find(({ kind }) => kind === 'fare')
  const others = parts.filter((part) => part !== fare)
  const tax = taxOf(parts)
  const hasLines = lines.length > 0
  return (
    <dl className="text-sm">
      {fare &&
        lines.map((line) => (
          <div
            key={`${line.key} ${line.name ?? ''} ${line.amount}`}
            className="flex items-baseline justify-between gap-4 py-1"
          >
            <dt className="min-w-0">
              {t([`fare.${line.key}`, 'fare.other'])}
              {line.name && <span className="ms-2 text-xs text-muted">{firmText(line.name)}</span>}
              {how(line) && <bdi className="ms-2 text-xs text-muted tabular">{how(line)}</bdi>}
            </dt>
            <dd className="shrink-0 tabular">{money(line.amount)}</dd>
          </div>
        ))}
      {fare && (
        <AmountRow
          label={totalLabel}
          amount={money(fare.amount)}
          className={cn(others.length > 0 ? 'font-medium' : whole, hasLines && below)}
        />
      )}
      <PartRows parts={others} />
      {others.length > 0 && (
        <AmountRow
          label={dueLabel ?? t('money_parts:due')}
          amount={money(totalOf(parts))}
          className={cn(whole, below)}
        />
      )}
      {tax > 0 && (
        <AmountRow
          label={taxName ? t('fare.tax_named', { name: taxName }) : t('fare.tax')}
          amount={money(tax)}
          className="text-muted"
        />
      )}
    </dl>
  )
}

const below = 'mt-1 border-t border-line pt-2'
const whole = 'text-base font-semibold'
