import { useTranslation } from 'react-i18next'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { readDecimal } from '@/lib/typing/decimal'

/** Reads the typed amount as a number; null unless it is above 0 and at most `most`. */
export function useAmount(text: string, most: number): number | null {
  const { locale } = useFormat()
  const { settings } = useSettings()
  const read = Number(readDecimal(text, locale, settings?.decimal ?? 2) ?? 0)
  return read > 0 && read <= most ? read : null
}

interface LimitedAmountProps {
  label: string
  text: string
  amount: number | null
  most: number
  onChange: (text: string) => void
}

/** A field for an amount in the operator's currency, up to a maximum. */
export function LimitedAmount({ label, text, amount, most, onChange }: LimitedAmountProps) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  return (
    <AmountField
      label={label}
      hint={t('amount_most', { amount: money(most) })}
      error={text && amount === null ? t('amount_wrong', { amount: money(most) }) : null}
      text={text}
      onChange={onChange}
    />
  )
}
