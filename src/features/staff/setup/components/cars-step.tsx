import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { AmountField, useFormat } from '@/entities/settings'
import { readDecimal } from '@/lib/typing/decimal'
import { startCarTypes } from '../commands'
import type { StepProps } from '../model/steps'
import { PercentField, percentOf } from './money-steps'
import { OwnRoutes } from './own-routes'
import { StepForm, useStep } from './step-form'

/** The ready types, and what a ride in them costs beside one in the first (`start_car_types`). */
const kinds = [
  { name: 'cab', category: 'taxi', factor: 1 },
  { name: 'estate', category: 'taxi', factor: 1.1 },
  { name: 'van', category: 'taxi', factor: 1.35 },
  { name: 'premium', category: 'taxi', factor: 1.6 },
  { name: 'courier', category: 'delivery', factor: 0.8 }
] as const

/** The first cars with their tariff, from the price of one ride that everybody in the trade knows. */
export function CarsStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { locale, money, distance } = useFormat()
  const [fare, setFare] = useState('')
  const [share, setShare] = useState('')
  const read = readDecimal(fare, locale, settings.decimal)
  const amount = read === null ? 0 : Number(read)
  // Where drivers are employees, the whole price is the firm's.
  const percent = settings.drivers_employed ? 0 : percentOf(share, locale)
  const command = useStep(() =>
    startCarTypes(
      amount,
      kinds.map(({ name }) => t(`cars.kind.${name}`)),
      percent ?? 0
    )
  )
  if (setup.cars) {
    return (
      <Button asChild variant="outline">
        <Link to={paths.carTypes}>{t('cars.open')}</Link>
      </Button>
    )
  }
  const offered = kinds.filter(({ category }) => settings.app_category === 'both' || settings.app_category === category)
  return (
    <StepForm command={command} disabled={amount <= 0 || percent === null} label={t('cars.make')}>
      <AmountField
        label={t('cars.fare', { distance: distance(5) })}
        hint={t('cars.fare_hint')}
        text={fare}
        onChange={setFare}
      />
      {!settings.drivers_employed && (
        <PercentField label={t('cars.share')} hint={t('cars.share_hint')} text={share} onChange={setShare} />
      )}
      {amount > 0 && (
        <dl className="divide-y divide-line rounded-card border border-line bg-card text-sm">
          {offered.map(({ name, factor }) => (
            <div key={name} className="flex justify-between gap-4 px-4 py-2.5">
              <dt>{t(`cars.kind.${name}`)}</dt>
              <dd className="tabular">{money(amount * factor)}</dd>
            </div>
          ))}
        </dl>
      )}
      <OwnRoutes fare={amount * (offered[0]?.factor ?? 1)} percent={percent ?? 0} settings={settings} />
    </StepForm>
  )
}
