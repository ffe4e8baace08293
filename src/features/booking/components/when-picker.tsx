import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { useErrorText } from '@/lib/use-error-text'
import { instantToZoned } from '@/lib/zoned'
import { useBookingScreen } from '../hooks/use-booking-screen'
import type { Draft } from '../model'

const QUARTER_MS = 15 * 60_000
/** The first suggestion: the round quarter after half an hour. How soon a later ride may be is for the server to say. */
const suggestion = () => Math.ceil((serverNow() + 2 * QUARTER_MS) / QUARTER_MS) * QUARTER_MS

export function WhenPicker() {
  const { t } = useTranslation('booking')
  const { state, dispatch, problemKey } = useBookingScreen()
  const { draft } = state
  const { timeZone } = useFormat()
  const errorText = useErrorText()
  const choose = (when: Draft['when']) =>
    dispatch({
      do: 'set_when',
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
          error={problemKey === 'past_booking_error' ? errorText(problemKey) : null}
          className="animate-in fade-in slide-in-from-top-1 duration-150"
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              required
              step={300}
              min={instantToZoned(serverNow(), timeZone)}
              value={draft.tripAt}
              onChange={(event) => dispatch({ do: 'set_when', when: 'later', tripAt: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
