import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { countriesIn } from '@/lib/format/countries'

interface CountryFieldProps {
  /** ISO 3166-1 code; empty until a country is chosen. */
  value: string
  error: string | null
  isLocked: boolean
  onChange: (country: string) => void
}

/** The field for the country that is assumed for phone numbers without a country code. */
export function CountryField({ value, error, isLocked, onChange }: CountryFieldProps) {
  const { t, i18n } = useTranslation('auth')
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  return (
    <Field label={t('country')} error={error}>
      {(control) => (
        <Select
          isTall
          {...control}
          autoComplete="country"
          value={value}
          disabled={isLocked}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t('choose_country')}</option>
          {countries.map(({ code, name, dial }) => (
            <option key={code} value={code}>
              {`${name} (\u2066${dial}\u2069)`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
