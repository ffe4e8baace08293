import { useTranslation } from 'react-i18next'
import { controlClasses } from '@/components/ui/control-classes'
import { formatNumber } from '@/lib/format/format'
import { writeDecimal } from '@/lib/typing/decimal'
import { cn } from '@/lib/utils'
import { useFormContext } from './form-context'
import { BoundField, type FormFieldProps } from './form-field'
import { type FormRules, useFormRules } from './rules'
import { boundsOf } from './schema'

interface FigureFieldProps extends FormFieldProps {
  /** The unit shown after the number: "km", "CHF", "%". */
  unit?: string
  /** The number of decimals that the form's schema allows. It determines the example and the limits in error messages. */
  decimals?: number
  bounds?: readonly [number, number] | undefined
}

/** Returns the parameters of the error messages about an invalid number. */
export function figureWords(
  { locale }: Pick<FormRules, 'locale'>,
  bounds: readonly [number, number] | undefined,
  decimals: number
) {
  const [least, most] = bounds ?? [0, Number.MAX_SAFE_INTEGER]
  const read = (value: number) => formatNumber(value, locale)
  return {
    example: writeDecimal(decimals > 0 ? 7.5 : 7, locale, Math.min(decimals, 2)),
    least: read(least),
    most: read(most)
  }
}

/** A field for a number with its unit. The form holds the typed text; it is parsed when the form is saved. */
export function FigureField({ unit, decimals = 0, bounds, ...props }: FigureFieldProps) {
  const { table } = useFormContext()
  const rules = useFormRules()
  const words = figureWords(rules, bounds ?? boundsOf(table, props.name, decimals), decimals)
  return (
    <BoundField {...props} isWasInside errorWords={words}>
      {({ value, onChange, ...control }, was) => (
        <FigureInput
          {...control}
          value={String(value ?? '')}
          onChange={onChange}
          suffix={<Suffix was={was} unit={unit} />}
        />
      )}
    </BoundField>
  )
}

interface FigureInputProps {
  id?: string
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  suffix?: React.ReactNode
  className?: string
  'aria-label'?: string
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** The control of a number field, without label and error. A press on its unit focuses the control. */
export function FigureInput({ value, onChange, suffix, className, ...props }: FigureInputProps) {
  return (
    <span className="relative flex items-center">
      <input
        {...props}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cn(controlClasses, suffix && 'pe-20', className)}
      />
      {suffix && <span className="pointer-events-none absolute end-3 text-sm text-muted">{suffix}</span>}
    </span>
  )
}

function Suffix({ was, unit }: { was: string | null; unit: string | undefined }) {
  const { t } = useTranslation('form')
  return was === null ? unit : <bdi className="tabular">{t('was', { value: was })}</bdi>
}

/**
 * A field for an amount in the operator's currency. The form's schema may allow more decimals than the currency has, for
 * example in a rate per kilometre.
 */
export function MoneyField({ unit, ...props }: Omit<FigureFieldProps, 'decimals'>) {
  const { symbol, decimals } = useFormRules()
  return <FigureField {...props} unit={unit ?? symbol} decimals={decimals} />
}
