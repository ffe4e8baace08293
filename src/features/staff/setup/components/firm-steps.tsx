import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Textarea } from '@/components/ui/textarea'
import { paths } from '@/config/paths'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { readLine, saveFirm } from '../commands'
import type { StepProps } from '../model/steps'
import { StepForm, useStep } from './step-form'

const limits = textLimits.settings

/** The name and the telephone number that everybody sees. */
export function NameStep({ settings }: StepProps) {
  const { t } = useTranslation('setup')
  const [name, setName] = useState(settings.app_name === 'Hackney' ? '' : settings.app_name)
  const [phone, setPhone] = useState(settings.company_phone)
  const phoneHint = usePhoneHint(phone)
  const command = useStep(async () => saveFirm({ app_name: name.trim(), company_phone: await readLine(phone) }))
  return (
    <StepForm command={command} disabled={name.trim() === '' || phone.trim() === ''}>
      <Field label={t('firm.name')} hint={t('firm.name_hint')} limit={{ text: name, of: limits.app_name }}>
        {(control) => (
          <Input
            {...control}
            autoComplete="organization"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label={t('firm.phone')} hint={phoneHint ?? t('firm.phone_hint')} limit={{ text: phone, of: PHONE_LIMIT }}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={({ target }) => {
              setPhone(target.value)
              command.reset()
            }}
          />
        )}
      </Field>
      <p className="text-sm text-muted">
        <Link to={paths.appInfo} className="font-medium text-ink underline underline-offset-4">
          {t('firm.logo')}
        </Link>
      </p>
    </StepForm>
  )
}

/** Who is behind the firm, as receipts and the page about privacy name it. */
export function LegalStep({ settings }: StepProps) {
  const { t } = useTranslation('setup')
  const [name, setName] = useState(settings.company_name)
  const [address, setAddress] = useState(settings.company_address)
  const [prefix, setPrefix] = useState(settings.receipt_prefix)
  const receipt_prefix = prefix.trim().toUpperCase()
  const command = useStep(() =>
    saveFirm({ company_name: name.trim(), company_address: address.trim(), receipt_prefix })
  )
  return (
    <StepForm command={command} disabled={name.trim() === '' || address.trim() === ''}>
      <Field label={t('legal.name')} limit={{ text: name, of: limits.company_name }}>
        {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Field label={t('legal.address')} limit={{ text: address, of: limits.company_address }}>
        {(control) => (
          <Textarea {...control} rows={3} value={address} onChange={({ target }) => setAddress(target.value)} />
        )}
      </Field>
      <Field
        label={t('legal.prefix')}
        hint={t('legal.prefix_hint', { example: `${receipt_prefix}1001` })}
        limit={{ text: prefix, of: 12 }}
      >
        {(control) => <Input {...control} value={prefix} onChange={({ target }) => setPrefix(target.value)} />}
      </Field>
    </StepForm>
  )
}
