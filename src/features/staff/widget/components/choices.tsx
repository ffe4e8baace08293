import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegion } from '@/components/map'
import { Field } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { DropSign, PickupSign, PlaceField, useCovers } from '@/entities/place'
import { useLanguages } from '@/lib/texts/offered'
import type { Choice } from '../model'

interface ChoicesProps {
  choice: Choice
  onChange: (choice: Choice) => void
}

/** The fields for the frame's pickup, drop-off, language and theme. */
export function Choices({ choice, onChange }: ChoicesProps) {
  const { t } = useTranslation('widget')
  const languages = useLanguages()
  const lightId = useId()
  return (
    <div className="space-y-4">
      <section aria-label={t('places')} className="space-y-2">
        <End end="pickup" choice={choice} onChange={onChange} />
        <p className="text-xs text-muted">{t('pickup_hint')}</p>
        <End end="drop" choice={choice} onChange={onChange} />
      </section>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('language')} isDense>
          {(control) => (
            <Select
              {...control}
              value={choice.language}
              onChange={(event) => onChange({ ...choice, language: event.target.value })}
            >
              {languages.map(({ locale, name }) => (
                <option key={locale} value={locale}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="space-y-1.5">
          <p id={lightId} className="text-sm text-muted">
            {t('light.label')}
          </p>
          <Segmented
            label={t('light.label')}
            value={choice.theme || 'device'}
            onChange={(theme) => onChange({ ...choice, theme: theme === 'device' ? '' : theme })}
            options={(['device', 'light', 'dark'] as const).map((value) => ({ value, label: t(`light.${value}`) }))}
          />
        </div>
      </div>
    </div>
  )
}

function End({ end, choice, onChange }: ChoicesProps & { end: 'pickup' | 'drop' }) {
  const { t } = useTranslation('widget')
  const { data: region } = useRegion()
  const covers = useCovers()
  const near = region ? { lat: region.center[1], lng: region.center[0] } : null
  return (
    <PlaceField
      label={t(`end.${end}`)}
      sign={end === 'pickup' ? <PickupSign /> : <DropSign />}
      value={choice[end]}
      onChange={(place) => onChange({ ...choice, [end]: place })}
      onPickOnMap={() => {}}
      near={near}
      covers={covers}
      userId={null}
      offered={[]}
      className="border-line bg-card"
    />
  )
}
