import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { FareLine } from './model'

/** Units that a fare is counted in; anything else is said as it came. */
const UNITS = ['km', 'mi', 'min']

/** "3.45 km × CHF 2.40": how a line came about, where it is a product of two. Exact, so that it can be checked. */
function useHow(): (line: FareLine) => string | null {
  const { t } = useTranslation('trips')
  const { money, locale } = useFormat()
  return ({ quantity, rate, unit = '' }) => {
    if (quantity === undefined || rate === undefined) return null
    const counted = `${quantity.toLocaleString(locale)}\u00a0${UNITS.includes(unit) ? t(`unit.${unit}`) : unit}`
    return t('fare.product', { quantity: counted, rate: money(rate) })
  }
}

/** A fare and the lines it is made of. */
export function FareTable({ lines, total, totalLabel }: { lines: FareLine[]; total: number; totalLabel: string }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const how = useHow()
  return (
    <dl className="text-sm tabular">
      {lines.map((line) => (
        <div
          key={`${line.key} ${line.name ?? ''} ${line.amount}`}
          className="flex items-baseline justify-between gap-4 py-1"
        >
          <dt className="min-w-0">
            {t([`fare.${line.key}`, 'fare.other'])}
            {line.name && <span className="ms-2 text-xs text-muted">{line.name}</span>}
            {how(line) && <span className="ms-2 text-xs text-muted">{how(line)}</span>}
          </dt>
          <dd className="shrink-0">{money(line.amount)}</dd>
        </div>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2 text-base font-semibold">
        <dt>{totalLabel}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  )
}
