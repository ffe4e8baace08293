import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { useErrorText } from '@/lib/server/use-error-text'
import { mostMileage } from '@/types/rules'
import { readMileage } from './mileage'

/**
 * Returns the state of the mileage field. `driven` is the car's last known mileage, which is the minimum; null if it is
 * unknown.
 */
export function useMileage(isWanted: boolean, driven: number | null) {
  const [text, setText] = useState('')
  const value = readMileage(text)
  const isWrong = text.trim() !== '' && (value === null || value < (driven ?? 0) || value > mostMileage)
  const isMissing = isWanted && text.trim() === ''
  return { text, setText, driven, value, problem: isWrong ? 'mileage_invalid' : isMissing ? 'mileage_required' : null }
}

interface MileageFieldProps {
  mileage: ReturnType<typeof useMileage>
  isTried: boolean
}

export function MileageField({ mileage, isTried }: MileageFieldProps) {
  const { t } = useTranslation('shift')
  const { locale } = useFormat()
  const errorText = useErrorText()
  const { text, setText, driven, problem } = mileage
  return (
    <Field
      label={t('mileage')}
      hint={driven === null ? null : t('mileage_before', { mileage: formatNumber(driven, locale) })}
      error={isTried && problem ? errorText(problem) : null}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
}
