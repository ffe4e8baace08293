import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step, StepProps } from '../model/steps'
import { CarsStep } from './cars-step'
import { NameStep } from './firm-steps'
import { DriversStep, LiveStep } from './last-steps'
import { LegalStep } from './legal-step'
import { TaxStep } from './money-steps'
import { PlacesStep } from './places-step'
import { RideStep } from './ride-step'
import { TownStep } from './town-step'
import { WaysStep } from './ways-step'

const screens: Record<Step, (props: StepProps) => React.ReactNode> = {
  town: TownStep,
  firm: NameStep,
  tax: TaxStep,
  offer: WaysStep,
  cars: CarsStep,
  places: PlacesStep,
  legal: LegalStep,
  drivers: DriversStep,
  first_ride: RideStep,
  live: LiveStep
}

/** A step: what is asked, who will see the answer, and its controls. */
export function StepScreen({ step, heading, ...props }: StepProps & { step: Step; heading: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('setup')
  const Screen = screens[step]
  return (
    <div className="space-y-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t(`${step}.title`)}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{t(`${step}.text`)}</p>
      </div>
      <Screen {...props} />
    </div>
  )
}
