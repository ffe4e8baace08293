import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Stepper } from '@/components/ui/stepper'
import { Switch } from '@/components/ui/switch'
import { mostOf, type Requirements } from './requirements'

const counted = ['seats', 'luggage', 'child_seats'] as const

interface NeedsFieldsProps {
  value: Requirements
  onChange: (value: Requirements) => void
}

/** Fields for what the car must carry: passengers, luggage and so on. */
export function NeedsFields({ value, onChange }: NeedsFieldsProps) {
  const { t } = useTranslation('needs')
  const id = useId()
  return (
    <>
      {counted.map((key) => (
        <Stepper
          key={key}
          label={t(`ask.${key}`)}
          {...(key !== 'seats' && { hint: t(`hint.${key}`) })}
          value={value[key]}
          least={key === 'seats' ? 1 : 0}
          most={mostOf[key]}
          onChange={(count) => onChange({ ...value, [key]: count })}
          words={{ more: t('more'), less: t('less') }}
        />
      ))}
      <div className="flex min-h-11 items-center justify-between gap-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {t('ask.wheelchair')}
          </label>
          <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
            {t('hint.wheelchair')}
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={value.wheelchair}
          onChange={(wheelchair) => onChange({ ...value, wheelchair })}
        />
      </div>
    </>
  )
}
