import { useTranslation } from 'react-i18next'
import { SelectField } from '@/components/form/choice-field'
import { FormSection } from '@/components/form/form-section'
import { SwitchField } from '@/components/form/switch-field'
import { PhoneField, TextField } from '@/components/form/text-field'
import type { Rights } from '../../hooks/use-rights'
import { type Kind, STAFF_ROLES } from '../../model/kinds'

interface PersonFieldsProps {
  kind: Kind
  rights: Rights
  /** The error of each contact detail, checked while typing; null if there is none. */
  taken: Record<'email' | 'mobile', string | null>
}

/** The form's fields for the person's name, contact details and permissions. */
export function PersonFields({ kind, rights, taken }: PersonFieldsProps) {
  const { t } = useTranslation('people')
  return (
    <>
      <FormSection title={t('person')}>
        <TextField name="first_name" label={t('column.first_name')} />
        <TextField name="last_name" label={t('column.last_name')} />
      </FormSection>
      <FormSection title={t('contact')} lead={t('contact_lead')}>
        <TextField
          name="email"
          label={t('column.email')}
          type="email"
          problem={taken.email}
          className="max-sm:col-span-full"
        />
        <PhoneField
          name="mobile"
          label={t('column.mobile')}
          hint={t('mobile_hint')}
          problem={taken.mobile}
          className="max-sm:col-span-full"
        />
      </FormSection>
      {rights.isAdmin && (
        <FormSection title={t('access')}>
          {kind.role === 'admin' && (
            <SelectField
              name="staff_role"
              label={t('column.staff_role')}
              options={STAFF_ROLES.map((value) => ({ value, label: t(`staff_role.${value}`) }))}
            />
          )}
          <SwitchField name="approved" label={t('approved')} hint={t('approved_hint')} className="col-span-full" />
        </FormSection>
      )}
    </>
  )
}
