import type { ComponentProps } from 'react'
import { Input } from './input'

interface MoneyInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The symbol or code of the currency; undefined while the settings load. */
  symbol: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A field for an amount, followed by the currency symbol. */
export function MoneyInput({ symbol, onChange, ...props }: MoneyInputProps) {
  return (
    <span className="relative flex items-center">
      <Input
        {...props}
        inputMode="decimal"
        autoComplete="off"
        className="pe-16 tabular rtl:ps-16 rtl:pe-3.5"
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="pointer-events-none absolute end-3.5 text-sm text-muted">{symbol}</span>
    </span>
  )
}
