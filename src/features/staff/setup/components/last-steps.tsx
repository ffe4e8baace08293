import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useCarTypes } from '@/entities/car'
import { confirmStep } from '../commands'
import type { StepProps } from '../model/steps'
import { openSteps } from '../model/steps'
import { StepForm, useStep } from './step-form'

/** Proposes the first car type to the first drivers: without a type they get no trips. */
export function DriversStep({ settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { carTypes } = useCarTypes(settings.app_category)
  const proposed = carTypes?.[0] ? `?car_type=${carTypes[0].id}` : ''
  return (
    <Button asChild variant="accent" size="lg">
      <Link to={paths.driver('new') + proposed}>{t('drivers.open')}</Link>
    </Button>
  )
}

/** What nobody but the owner can tell, with the pages where it is seen to. */
const conditions = [
  { name: 'messages', links: [{ to: paths.messages, label: 'messages' }] },
  { name: 'payments', links: [{ to: `${paths.settings}#booking`, label: 'payments' }] },
  { name: 'backup', links: [] },
  {
    name: 'advice',
    links: [
      { to: paths.terms, label: 'terms' },
      { to: paths.privacy, label: 'privacy' }
    ]
  }
] as const

/** What is missing before strangers may book, in its order. */
export function LiveStep({ setup }: StepProps) {
  const { t } = useTranslation('setup')
  const missing = openSteps(setup).filter((step) => step !== 'live')
  const command = useStep(() => confirmStep('live'))
  return (
    <StepForm command={command} disabled={missing.length > 0} label={t('live.open')}>
      {missing.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">{t('live.missing')}</p>
          <ol className="mt-2 list-decimal space-y-1 ps-5">
            {missing.map((step) => (
              <li key={step}>
                <Link to={`${paths.setup}?step=${step}`} className="underline underline-offset-4">
                  {t(`step.${step}`)}
                </Link>
              </li>
            ))}
          </ol>
        </div>
      )}
      <ul className="list-disc space-y-1 ps-5 text-sm text-pretty text-muted">
        {conditions.map(({ name, links }) => (
          <li key={name}>
            {t(`live.${name}`)}{' '}
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className="me-3 inline-block py-0.5 text-ink underline underline-offset-4">
                {t(`live.link.${label}`)}
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </StepForm>
  )
}
