import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useCarTypes } from '@/entities/car'
import { useSettings } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'
import type { ZoneEditor } from '../hooks/use-zone-editor'
import { zonePrices, zoneSides } from '../model'

/** The form fields for a zone's name and its effect. */
export function ZoneFields({ editor }: { editor: ZoneEditor }) {
  const { t } = useTranslation('zones')
  const errorText = useErrorText()
  const { settings } = useSettings()
  const { carTypes = [] } = useCarTypes('both')
  const { form, change, problems } = editor
  const problem = (key: keyof typeof problems) => (problems[key] ? errorText(problems[key]) : null)
  return (
    <div className="space-y-4">
      <Field
        label={t('name')}
        hint={t('name_hint')}
        error={problem('name')}
        limit={{ text: form.name, of: textLimits.zones.name }}
      >
        {(control) => (
          <Input {...control} value={form.name} onChange={(event) => change({ name: event.target.value })} />
        )}
      </Field>
      <div className="grid grid-cols-[1fr_7.5rem] gap-3">
        <Field label={t('price')}>
          {(control) => (
            <Select
              {...control}
              value={form.price}
              onChange={(event) => change({ price: event.target.value as typeof form.price })}
            >
              {zonePrices.map((price) => (
                <option key={price} value={price}>
                  {t(`prices.${price}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {form.price !== 'no_service' && (
          <Field
            label={form.price === 'surcharge_percent' ? t('percent') : t('amount', { symbol: settings?.symbol ?? '' })}
            error={problem('figure')}
            className={problems.figure ? 'max-[30rem]:col-span-2' : ''}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={form.figure}
                onChange={(event) => change({ figure: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <Field label={t('applies_to')}>
        {(control) => (
          <Select
            {...control}
            value={form.applies_to}
            onChange={(event) => change({ applies_to: event.target.value as typeof form.applies_to })}
          >
            {zoneSides.map((side) => (
              <option key={side} value={side}>
                {t(`side.${side}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('car_type')}>
        {(control) => (
          <Select
            {...control}
            value={form.car_type_id}
            onChange={(event) => change({ car_type_id: event.target.value })}
          >
            <option value="">{t('every_car_type')}</option>
            {carTypes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ActiveSwitch checked={form.active} onChange={(active) => change({ active })} />
    </div>
  )
}

function ActiveSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('zones')
  const id = useId()
  return (
    <div className="flex items-start gap-3 py-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-6 accent-ink"
        aria-describedby={`${id}-note`}
      />
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {t('active')}
        </label>
        <p id={`${id}-note`} className="text-sm text-muted">
          {t('active_hint')}
        </p>
      </div>
    </div>
  )
}
