import { useTranslation } from 'react-i18next'
import { SegmentedField, SelectField } from '@/components/form/choice-field'
import { FigureField, MoneyField } from '@/components/form/figure-field'
import { FormSection } from '@/components/form/form-section'
import { RowsField } from '@/components/form/rows/rows-field'
import { useFormRules } from '@/components/form/rules'
import { TextField } from '@/components/form/text-field'
import type { EditFormState } from '@/components/form/use-edit-form'
import { useSettings } from '@/entities/settings'
import { lists, mostOf } from '../model'
import { CarImageField } from './car-image-field'

/** All fields of a car type. */
export function CarTypeFields({ form, id }: { form: EditFormState; id: string }) {
  const { t } = useTranslation('cartypes')
  const { settings } = useSettings()
  const { symbol } = useFormRules()
  const isPercent = form.values.convenience_fee_type === 'percentage'
  const unit = settings?.convert_to_mile ? 'mi' : 'km'
  return (
    <>
      <FormSection title={t('identity')} lead={t('identity_lead')}>
        <CarImageField id={id} />
        <TextField name="name" label={t('name')} />
        <SelectField
          name="category"
          label={t('category')}
          options={(['taxi', 'delivery'] as const).map((value) => ({ value, label: t(`categories.${value}`) }))}
        />
        <FigureField name="sort_order" label={t('sort_order')} />
        <FigureField name="seats" label={t('seats')} />
        <TextField name="extra_info" label={t('extra_info')} className="col-span-full" />
      </FormSection>
      <FormSection title={t('fare')} lead={t('fare_lead')}>
        <MoneyField name="base_fare" label={t('base_fare')} />
        <MoneyField name="rate_per_unit_distance" label={t(`per_${unit}`)} />
        <MoneyField name="rate_per_hour" label={t('rate_per_hour')} />
        <MoneyField
          name="waiting_rate_per_hour"
          label={t('waiting_rate_per_hour')}
          hint={t('waiting_hint', { count: settings?.free_wait ?? 0 })}
        />
        <MoneyField name="min_fare" label={t('min_fare')} />
      </FormSection>
      <FormSection title={t('convenience_fee')} lead={t('convenience_fee_lead')}>
        <SegmentedField
          name="convenience_fee_type"
          label={t('fee_kind')}
          options={(['flat', 'percentage'] as const).map((value) => ({ value, label: t(`fee_kinds.${value}`) }))}
        />
        {isPercent ? (
          <FigureField name="convenience_fees" label={t('fee_percent')} unit="%" decimals={2} bounds={[0, 100]} />
        ) : (
          <MoneyField name="convenience_fees" label={t('fee_amount')} />
        )}
      </FormSection>
      <FormSection title={t('parcel_types')} lead={t('choices_lead')}>
        <Choices name="parcel_types" label={t('parcel_types')} add={t('add_parcel_type')} symbol={symbol} />
      </FormSection>
      <FormSection title={t('options')} lead={t('choices_lead')}>
        <Choices name="options" label={t('options')} add={t('add_option')} symbol={symbol} />
      </FormSection>
      <FormSection title={t('cancellation')} lead={t('cancellation_lead')}>
        <Slabs symbol={symbol} />
      </FormSection>
    </>
  )
}

interface ChoicesProps {
  name: 'parcel_types' | 'options'
  label: string
  add: string
  symbol: string
}

function Choices({ name, label, add, symbol }: ChoicesProps) {
  const { t } = useTranslation('cartypes')
  const { decimals } = useFormRules()
  const limits = lists[name]
  return (
    <RowsField
      name={name}
      label={label}
      add={add}
      most={limits.entries}
      columns={[
        { name: 'description', label: t('description'), kind: 'text', limit: limits.description },
        {
          name: 'amount',
          label: t('amount'),
          heading: t('amount_in', { symbol }),
          kind: 'figure',
          bounds: mostOf(limits),
          decimals
        }
      ]}
    />
  )
}

function Slabs({ symbol }: { symbol: string }) {
  const { t } = useTranslation('cartypes')
  const { decimals } = useFormRules()
  const bounds = mostOf(lists.cancel_slab)
  return (
    <RowsField
      name="cancel_slab"
      label={t('cancellation')}
      add={t('add_slab')}
      most={lists.cancel_slab.entries}
      isSorted
      columns={[
        {
          name: 'mins_delayed',
          label: t('minutes'),
          heading: t('minutes_after'),
          kind: 'figure',
          bounds,
          decimals: 2,
          before: t('from'),
          unit: t('trips:unit.min')
        },
        { name: 'amount', label: t('fee'), heading: t('fee_in', { symbol }), kind: 'figure', bounds, decimals }
      ]}
    />
  )
}
