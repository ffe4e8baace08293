import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { textLimits } from '@/types/text-limits'
import { useCall, useSpot } from '../hooks/use-call'

const limits = textLimits.profiles

/** The fields for a caller whose number is unknown. A name is enough to book. */
export function NewRider() {
  const { t } = useTranslation('telephone')
  const { call, change, problemKey, focus } = useCall()
  const first = useSpot<HTMLInputElement>('name')
  const { newName } = call
  const isMissing = problemKey === 'select_proper' && newName.first.trim() === ''
  const set = (part: Partial<typeof newName>) => change({ newName: { ...newName, ...part } })
  return (
    <fieldset className="mt-4">
      <legend className="mb-2 text-sm text-muted">{t('new_rider.title')}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          isDense
          label={t('new_rider.first')}
          error={isMissing ? t('new_rider.missing') : null}
          limit={{ text: newName.first, of: limits.first_name }}
        >
          {(control) => (
            <Input
              {...control}
              ref={first}
              autoComplete="off"
              className="h-11"
              value={newName.first}
              onChange={({ target }) => set({ first: target.value })}
            />
          )}
        </Field>
        <Field isDense label={t('new_rider.last')} limit={{ text: newName.last, of: limits.last_name }}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              className="h-11"
              value={newName.last}
              onChange={({ target }) => set({ last: target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) focus('pickup')
              }}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
