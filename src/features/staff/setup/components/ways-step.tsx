import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@/components/ui/segmented'
import { confirmStep } from '../commands'
import type { StepProps } from '../model/steps'
import { StepForm, useStep } from './step-form'

const drivers = ['owners', 'employees'] as const
const offers = ['taxi', 'both', 'delivery'] as const

/** How the firm works: whose the fares are, and what can be booked. */
export function WaysStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const stored = offers.find((offer) => offer === settings.app_category) ?? 'taxi'
  const [who, setWho] = useState<(typeof drivers)[number]>(settings.drivers_employed ? 'employees' : 'owners')
  const [app_category, setCategory] = useState<(typeof offers)[number]>(setup.offer ? stored : 'taxi')
  const command = useStep(() => confirmStep('offer', { drivers_employed: who === 'employees', app_category }))
  return (
    <StepForm command={command}>
      <Choice name="drivers" options={drivers} value={who} onChange={setWho} hint={t(`ways.drivers.${who}_text`)} />
      <Choice name="offer" options={offers} value={app_category} onChange={setCategory} hint={t('ways.offer.text')} />
    </StepForm>
  )
}

interface ChoiceProps<T extends string> {
  name: 'drivers' | 'offer'
  options: readonly T[]
  value: T
  onChange: (value: T) => void
  /** What the choice means. */
  hint: string
}

function Choice<T extends string>({ name, options, value, onChange, hint }: ChoiceProps<T>) {
  const { t } = useTranslation('setup')
  return (
    <div className="space-y-2">
      <p aria-hidden className="font-medium">
        {t(`ways.${name}.label`)}
      </p>
      <Segmented
        label={t(`ways.${name}.label`)}
        value={value}
        onChange={onChange}
        options={options.map((one) => ({ value: one, label: t(`ways.${name}.${one}` as 'ways.offer.taxi') }))}
      />
      <p aria-live="polite" className="text-sm text-pretty text-muted">
        {hint}
      </p>
    </div>
  )
}
