import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { useCarTypes } from '@/entities/car'

interface CarTypeFieldProps {
  value: string
  onChange: (carType: string) => void
  /** True if the field is for several drivers, of whom some may have a type: then none need be chosen. */
  isForMany?: boolean
}

/** The field for the car type of drivers who are approved: without one they get no trips. */
export function CarTypeField({ value, onChange, isForMany = false }: CarTypeFieldProps) {
  const { t } = useTranslation('people')
  const { carTypes } = useCarTypes('both')
  return (
    <Field label={t('column.car_type')} hint={t(isForMany ? 'approve.car_types_hint' : 'approve.car_type_hint')}>
      {(control) => (
        <Select {...control} required={!isForMany} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="" disabled={!isForMany}>
            {t('approve.choose')}
          </option>
          {(carTypes ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The same field in the dialog that approves several drivers. */
export const CarTypeOfMany = (props: Pick<CarTypeFieldProps, 'value' | 'onChange'>) => (
  <CarTypeField {...props} isForMany />
)
