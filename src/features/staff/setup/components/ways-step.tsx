import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@/components/ui/segmented'
import { confirmStep } from '../commands'
import type { StepProps } from '../model/steps'
import { StepForm, useStep } from './step-form'

const drivers = ['owners', 'employees'] as const
const payments = ['cash', 'both', 'card'] as const
const telephone = ['yes', 'no'] as const
const offers = ['taxi', 'both', 'delivery'] as const

/** How the firm works: whose the fares are, how people pay, and what can be booked in which way. */
export function WaysStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const stored = offers.find((offer) => offer === settings.app_category) ?? 'taxi'
  const [who, setWho] = useState<(typeof drivers)[number]>(settings.drivers_employed ? 'employees' : 'owners')
  const [pay, setPay] = useState<(typeof payments)[number]>(
    settings.cash_payments ? (settings.card_payments ? 'both' : 'cash') : 'card'
  )
  const [calls, setCalls] = useState<(typeof telephone)[number]>(settings.telephone_orders ? 'yes' : 'no')
  const [category, setCategory] = useState<(typeof offers)[number]>(setup.offer ? stored : 'taxi')
  // Riders pay parcels in advance, which nobody can do in cash.
  const hasParcels = pay !== 'cash'
  const app_category = hasParcels ? category : 'taxi'
  const command = useStep(() =>
    confirmStep('offer', {
      drivers_employed: who === 'employees',
      cash_payments: pay !== 'card',
      card_payments: pay !== 'cash',
      telephone_orders: calls === 'yes',
      app_category
    })
  )
  return (
    <StepForm command={command}>
      <Choice name="drivers" options={drivers} value={who} onChange={setWho} hint={t(`ways.drivers.${who}_text`)} />
      <Choice name="payments" options={payments} value={pay} onChange={setPay} hint={t(`ways.payments.${pay}_text`)} />
      <Choice
        name="telephone"
        options={telephone}
        value={calls}
        onChange={setCalls}
        hint={t(`ways.telephone.${calls}_text`)}
      />
      {hasParcels && (
        <Choice name="offer" options={offers} value={app_category} onChange={setCategory} hint={t('ways.offer.text')} />
      )}
    </StepForm>
  )
}

interface ChoiceProps<T extends string> {
  name: 'drivers' | 'payments' | 'telephone' | 'offer'
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
