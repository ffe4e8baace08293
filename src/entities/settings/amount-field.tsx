import type { ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useErrorText } from '@/lib/server/use-error-text'
import { decimalsProblem, readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { useFormat } from './use-format'
import { useSettings } from './use-settings'

interface AmountFieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  hint?: ReactNode
  /** What else is wrong with the amount, such as its bounds. */
  error?: string | null | undefined
}

/**
 * A field for an amount in the operator's currency. A text that is no amount is refused as soon as it is typed: too many decimals
 * in words that name them, anything else with an example.
 */
export function AmountField({ label, text, onChange, hint, error }: AmountFieldProps) {
  const { locale } = useFormat()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const decimals = settings?.decimal ?? 2
  const problem = () => {
    const tooMany = decimalsProblem(text, locale, decimals)
    if (tooMany) return errorText(tooMany)
    if (text.trim() === '' || readDecimal(text, locale, decimals) !== null) return error
    return errorText('figure_invalid', { example: writeDecimal(decimals > 0 ? 7.5 : 7, locale, decimals) })
  }
  return (
    <Field label={label} hint={hint} error={problem()}>
      {(control) => (
        <span className="relative flex items-center">
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="pe-16 tabular rtl:ps-16 rtl:pe-3.5"
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className="pointer-events-none absolute end-3.5 text-sm text-muted">{settings?.symbol}</span>
        </span>
      )}
    </Field>
  )
}
