import { useTranslation } from 'react-i18next'
import { type Amounts, earnedOf } from '../model'
import { AmountRow } from './amount-row'

/** The parts of a driver's earnings, in the order in which they are earned and deducted. */
const LINES = ['fares', 'tips', 'fees', 'fleet_part', 'tax', 'charges', 'other'] as const

/**
 * Lists the parts of a driver's earnings, their sum, and how much of it is cash in hand and how much is in the wallet. An
 * employee earns tips and hands the cash in.
 */
export function AmountLines({ amounts, isEmployed = false }: { amounts: Amounts; isEmployed?: boolean }) {
  const { t } = useTranslation('driver_money')
  const earned = earnedOf(amounts)
  const lines = LINES.filter((name) => (amounts[name] ?? 0) !== 0)
  return (
    <dl>
      {lines.map((name) => (
        <AmountRow key={name} label={t(`line.${name}`)} amount={amounts[name] ?? 0} />
      ))}
      <AmountRow
        label={t('earned')}
        amount={earned}
        className="mt-1 border-t border-line pt-2 text-base font-semibold"
      />
      {amounts.cash !== 0 && isEmployed && (
        <AmountRow label={t('cash_taken')} amount={-amounts.cash} className="text-muted" />
      )}
      {amounts.cash !== 0 && !isEmployed && (
        <>
          <AmountRow label={t('in_cash')} amount={-amounts.cash} className="text-muted" />
          <AmountRow
            label={t('in_wallet')}
            amount={Math.round((earned + amounts.cash) * 1000) / 1000}
            className="text-muted"
          />
        </>
      )}
    </dl>
  )
}
