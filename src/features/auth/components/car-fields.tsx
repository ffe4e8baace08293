import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { fieldClasses } from '@/components/ui/input'
import { useCarTypes } from '@/entities/car'
import { useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { textLimits } from '@/types/text-limits'
import type { SignUp } from '../use-sign-up'
import { TextLine } from './text-line'

const lines = ['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number'] as const

/** The car that somebody wants to drive, and as what. */
export function CarFields({ signUp }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const { settings } = useSettings()
  const { carTypes = [] } = useCarTypes(settings?.app_category)
  return (
    <fieldset className="space-y-5 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">{t('car')}</legend>
      <Field label={t('fields.car_type_id')}>
        {(control) => (
          <div className="relative">
            <select
              {...control}
              className={cn(fieldClasses, 'h-12 appearance-none pe-10')}
              value={signUp.form.car_type_id}
              onChange={(event) => signUp.set('car_type_id')(event.target.value)}
            >
              <option value="">{t('any_car')}</option>
              {carTypes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-muted"
            />
          </div>
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
    </fieldset>
  )
}
