import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Textarea } from '@/components/ui/textarea'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { numberLimits, patterns } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import { saveFirm } from '../commands'
import type { StepProps } from '../model/steps'
import { StepForm, useStep } from './step-form'

const limits = textLimits.settings
const [least, most] = numberLimits.settings.receipt_start
const templates = ['gdpr', 'plain'] as const

/** Who is behind the firm, as receipts and the legal pages name it, and the template of these pages. */
export function LegalStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const errorText = useErrorText()
  const isProposed = settings.company_name === '' && setup.firm === true
  const [name, setName] = useState(isProposed ? settings.app_name : settings.company_name)
  const [address, setAddress] = useState(settings.company_address)
  const [registration, setRegistration] = useState(settings.company_registration)
  const [taxNumber, setTaxNumber] = useState(settings.company_tax_number)
  const isTaxNumber = new RegExp(patterns.settings.company_tax_number).test(taxNumber.trim())
  const [prefix, setPrefix] = useState(settings.receipt_prefix)
  const [legal_template, setTemplate] = useState<(typeof templates)[number]>(
    settings.legal_template === 'plain' ? 'plain' : 'gdpr'
  )
  const [start, setStart] = useState(String(settings.receipt_start))
  const receipt_prefix = prefix.trim().toUpperCase()
  const { locale } = useFormat()
  const receipt_start = Number(readDecimal(start, locale, 0) ?? Number.NaN)
  const isNumbered = receipt_start >= least && receipt_start <= most
  const example = `${receipt_prefix}${new Date().getFullYear()}-${String(isNumbered ? receipt_start : 1).padStart(6, '0')}`
  const command = useStep(() =>
    saveFirm({
      company_name: name.trim(),
      company_address: address.trim(),
      company_registration: registration.trim(),
      company_tax_number: taxNumber.trim(),
      receipt_prefix,
      receipt_start,
      legal_template
    })
  )
  const isSaved = settings.legal_template === legal_template
  return (
    <StepForm command={command} disabled={name.trim() === '' || address.trim() === '' || !isNumbered || !isTaxNumber}>
      <Field
        label={t('legal.name')}
        hint={isProposed ? t('legal.name_hint') : undefined}
        limit={{ text: name, of: limits.company_name }}
      >
        {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Field label={t('legal.address')} limit={{ text: address, of: limits.company_address }}>
        {(control) => (
          <Textarea {...control} rows={3} value={address} onChange={({ target }) => setAddress(target.value)} />
        )}
      </Field>
      <Field
        label={t('legal.registration')}
        hint={t('legal.registration_hint')}
        limit={{ text: registration, of: limits.company_registration }}
      >
        {(control) => (
          <Input {...control} value={registration} onChange={({ target }) => setRegistration(target.value)} />
        )}
      </Field>
      <Field
        label={t('legal.tax_number')}
        hint={t('legal.tax_number_hint')}
        error={isTaxNumber ? null : t('legal.tax_number_wrong')}
      >
        {(control) => <Input {...control} value={taxNumber} onChange={({ target }) => setTaxNumber(target.value)} />}
      </Field>
      <Field label={t('legal.prefix')} hint={t('legal.prefix_hint', { example })} limit={{ text: prefix, of: 12 }}>
        {(control) => <Input {...control} value={prefix} onChange={({ target }) => setPrefix(target.value)} />}
      </Field>
      <Field
        label={t('legal.start')}
        hint={t('legal.start_hint', { example })}
        error={isNumbered ? null : errorText('figure_invalid', { example: '481' })}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
        )}
      </Field>
      <div className="space-y-2">
        <p aria-hidden className="font-medium">
          {t('legal.template')}
        </p>
        <Segmented
          label={t('legal.template')}
          value={legal_template}
          onChange={setTemplate}
          options={templates.map((value) => ({ value, label: t(`legal.${value}`) }))}
        />
        <Alert tone="warn">{t('legal.unchecked')}</Alert>
        {isSaved && (
          <p className="flex flex-wrap gap-x-5 text-sm">
            <Link to={paths.privacy} className="py-1 underline underline-offset-4">
              {t('legal.read_privacy')}
            </Link>
            <Link to={paths.terms} className="py-1 underline underline-offset-4">
              {t('legal.read_terms')}
            </Link>
          </p>
        )}
      </div>
    </StepForm>
  )
}
