import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Tick } from '@/components/ui/tick'
import { useCarTypes } from '@/entities/car'
import { useSettings } from '@/entities/settings'
import { textLimits } from '@/types/text-limits'
import type { SignUp } from '../hooks/use-sign-up'
import { TextLine } from './text-line'

const lines = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number'] as const

const figures = ['seats', 'luggage', 'child_seats'] as const

/** The fields of a driver's sign-up for the car, and for the car type under which the driver wants to take rides. */
export function CarFields({ signUp }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const { settings } = useSettings()
  const { carTypes = [] } = useCarTypes(settings?.app_category)
  return (
    <fieldset className="space-y-5 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">{t('car')}</legend>
      <Field label={t('fields.car_type_id')}>
        {(control) => (
          <Select
            isTall
            {...control}
            value={signUp.form.car_type_id}
            onChange={(event) => signUp.set('car_type_id')(event.target.value)}
          >
            <option value="">{t('any_car')}</option>
            {carTypes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {lines.map((name) => (
          <TextLine
            key={name}
            signUp={signUp}
            name={name}
            limit={textLimits.drivers[name]}
            isOptional={name === 'vehicle_color'}
          />
        ))}
      </div>
      <div className="grid grid-cols-3 gap-3">
        {figures.map((name) => (
          <TextLine key={name} signUp={signUp} name={name} limit={2} />
        ))}
      </div>
      <Tick
        label={t('fields.wheelchair')}
        isOn={signUp.form.wheelchair === 'yes'}
        onChange={(isOn) => signUp.set('wheelchair')(isOn ? 'yes' : '')}
      />
      <p className="text-sm text-pretty text-muted">{t('carries')}</p>
    </fieldset>
  )
}
