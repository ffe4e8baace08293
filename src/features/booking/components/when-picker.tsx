import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { instantToZoned } from '@/lib/zoned'
import { type Draft, LEAD_MINUTES } from '../model'

interface WhenPickerProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  error: string | null
}

const minute = 60_000
/** The first suggestion: comfortably after the lead time, on a round quarter. */
const suggestion = () => Math.ceil((Date.now() + (LEAD_MINUTES + 15) * minute) / (15 * minute)) * 15 * minute

export function WhenPicker({ draft, change, error }: WhenPickerProps) {
  const { t } = useTranslation('booking')
  const { timeZone } = useFormat()
  const errorText = useErrorText()
  const choose = (when: Draft['when']) =>
    change({
      when,
      ...(when === 'later' && !draft.tripAt ? { tripAt: instantToZoned(suggestion(), timeZone) } : {})
    })
  return (
    <div className="space-y-2">
      <Segmented
        label={t('when')}
        value={draft.when}
        onChange={choose}
        options={[
          { value: 'now', label: t('now') },
          { value: 'later', label: t('later') }
        ]}
      />
      {draft.when === 'later' && (
        <Field
          label={t('pickup_at')}
          error={error ? errorText(error) : null}
          className="animate-in fade-in slide-in-from-top-1 duration-150"
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              required
              step={300}
              min={instantToZoned(Date.now() + LEAD_MINUTES * minute, timeZone)}
              value={draft.tripAt}
              onChange={(event) => change({ tripAt: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
