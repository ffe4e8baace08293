import { useTranslation } from 'react-i18next'
import { SelectField } from '@/components/form/choice-field'
import { ComboboxField } from '@/components/form/combobox/combobox-field'
import { FigureField } from '@/components/form/figure-field'
import { FormSection } from '@/components/form/form-section'
import { boundsOf } from '@/components/form/schema'
import { SwitchField } from '@/components/form/switch-field'
import { PhoneField, TextField } from '@/components/form/text-field'
import { useCarTypes } from '@/entities/car'
import { findPeople } from '@/entities/person'
import { textLimits } from '@/types/text-limits'

/** The fields for a person's name and phone number. */
export function NameFields() {
  const { t } = useTranslation('people')
  return (
    <FormSection title={t('person')} lead={t('person_lead')}>
      <TextField name="first_name" label={t('column.first_name')} />
      <TextField name="last_name" label={t('column.last_name')} />
      <PhoneField name="mobile" label={t('column.mobile')} className="max-sm:col-span-full" />
    </FormSection>
  )
}

/** The fields for what a driver's car can carry. Dispatch offers a driver only rides whose requirements the car meets. */
export function CarryFields({ typeSeats }: { typeSeats: number | null }) {
  const { t } = useTranslation('people')
  const figure = (name: 'seats' | 'luggage' | 'child_seats', hint?: string) => (
    <FigureField
      name={name}
      label={t(`carry.${name}`)}
      bounds={boundsOf('vehicles', name)}
      {...(hint ? { hint } : {})}
    />
  )
  return (
    <FormSection title={t('carry.title')} lead={t('carry.lead')}>
      {figure(
        'seats',
        Number.isInteger(typeSeats) ? t('carry.seats_of_type', { count: Number(typeSeats) }) : t('carry.seats_hint')
      )}
      {figure('luggage')}
      {figure('child_seats')}
      <SwitchField
        name="wheelchair"
        label={t('carry.wheelchair')}
        hint={t('carry.wheelchair_hint')}
        className="col-span-full"
      />
    </FormSection>
  )
}

const fleets = {
  name: 'fleets',
  find: (text: string) => findPeople('fleetadmin', text, AbortSignal.timeout(15_000)).then((found) => [...found])
}

/** The fields for a driver's car and fleet. */
export function VehicleFields({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('people')
  const { carTypes } = useCarTypes('both')
  const types = (carTypes ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const text = (name: keyof typeof textLimits.drivers, more = {}) => (
    <TextField name={name} label={t(`column.${name}`)} limit={textLimits.drivers[name]} {...more} />
  )
  return (
    <FormSection title={t('vehicle')} lead={t('vehicle_lead')}>
      {text('vehicle_make')}
      {text('vehicle_model')}
      {text('vehicle_color')}
      {text('vehicle_number')}
      {isAdmin && (
        <>
          <SelectField
            name="car_type_id"
            label={t('column.car_type')}
            options={[{ value: '', label: t('no_car_type') }, ...types]}
          />
          <ComboboxField name="fleet" label={t('column.fleet')} search={fleets} placeholder={t('no_fleet')} />
        </>
      )}
      {text('other_info', { lines: 2, className: 'col-span-full' })}
    </FormSection>
  )
}
