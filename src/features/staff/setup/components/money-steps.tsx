import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { confirmStep } from '../commands'
import type { StepProps } from '../model/steps'
import { StepForm, useStep } from './step-form'

/** Reads a typed percentage from 0 to 100; null for anything else. */
export function percentOf(text: string, locale: string): number | null {
  const read = readDecimal(text, locale, 2)
  const value = read === null ? Number.NaN : Number(read)
  return value >= 0 && value <= 100 ? value : null
}

interface PercentFieldProps {
  label: string
  hint: string
  text: string
  onChange: (text: string) => void
}

export function PercentField({ label, hint, text, onChange }: PercentFieldProps) {
  const { locale } = useFormat()
  const errorText = useErrorText()
  const isWrong = text.trim() !== '' && percentOf(text, locale) === null
  return (
    <Field
      label={label}
      hint={hint}
      error={isWrong ? errorText('figure_invalid', { example: writeDecimal(7.5, locale, 1) }) : null}
    >
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
          <span className="pointer-events-none absolute end-3.5 text-sm text-muted">%</span>
        </span>
      )}
    </Field>
  )
}

/** The tax that fares include. It is asked for: many countries have a lower rate for taxis, or none for a small firm. */
export function TaxStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const [text, setText] = useState(setup.tax ? writeDecimal(settings.tax_percent, locale) : '')
  const tax_percent = percentOf(text, locale)
  const command = useStep(() => confirmStep('tax', { tax_percent: tax_percent ?? 0 }))
  return (
    <StepForm command={command} disabled={tax_percent === null}>
      <PercentField
        label={settings.tax_name ? t('tax.rate_of', { name: settings.tax_name }) : t('tax.rate')}
        hint={t('tax.hint')}
        text={text}
        onChange={setText}
      />
    </StepForm>
  )
}
