import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
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
