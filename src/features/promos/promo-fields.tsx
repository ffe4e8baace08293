import { useTranslation } from 'react-i18next'
import { SegmentedField } from '@/components/form/choice-field'
import { DayField } from '@/components/form/date-fields'
import { FigureField, MoneyField } from '@/components/form/figure-field'
import { FormSection } from '@/components/form/form-section'
import { SwitchField } from '@/components/form/switch-field'
import { TextField } from '@/components/form/text-field'
import type { EditFormState } from '@/components/form/use-edit-form'
import { KINDS } from './kinds'

/** The form's fields of a promotion. Its number of uses is not among them, because bookings determine it. */
export function PromoFields({ form }: { form: EditFormState }) {
  const { t } = useTranslation('promos')
  const isPercent = form.values.promo_discount_type === 'percentage'
  const Value = isPercent ? FigureField : MoneyField
  return (
    <>
      <FormSection title={t('code')} lead={t('code_lead')}>
        <TextField name="promo_name" label={t('column.name')} hint={t('name_hint')} className="max-sm:col-span-full" />
        <TextField name="promo_description" label={t('column.description')} lines={2} className="col-span-full" />
        <SwitchField name="listed" label={t('column.listed')} hint={t('listed_hint')} className="col-span-full" />
      </FormSection>
      <FormSection title={t('discount')} lead={t('discount_lead')}>
        <SegmentedField
          name="promo_discount_type"
          label={t('column.type')}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <Value
          name="promo_discount_value"
          label={t('column.value')}
          {...(isPercent && { unit: '%', decimals: 2, bounds: [0.01, 100] as const })}
        />
        <MoneyField name="max_promo_discount_value" label={t('column.max')} hint={t('max_hint')} />
        <MoneyField name="min_order" label={t('column.min_order')} />
      </FormSection>
      <FormSection title={t('term')} lead={t('term_lead')}>
        <DayField name="promo_validity" label={t('column.validity')} />
        <FigureField name="promo_usage_limit" label={t('column.limit')} hint={t('limit_hint')} />
      </FormSection>
    </>
  )
}
