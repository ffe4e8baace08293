import { useTranslation } from 'react-i18next'
import { MomentInput } from '@/components/form/moment-field'
import { Field } from '@/components/ui/field'
import { useErrorText } from '@/lib/server/use-error-text'
import { useCall, useOrderOfCall } from '../hooks/use-call'
import { useTimeSpot } from '../hooks/use-time-spot'

const ofTheTime = new Set(['past_booking_error', 'trip_at_too_far'])

/** The field for date and time of one trip. */
export function LaterField() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change } = useCall()
  const { problemKey } = useOrderOfCall()
  useTimeSpot()
  const isWrong = problemKey !== null && ofTheTime.has(problemKey)
  return (
    <Field label={t('when.at')} hint={t('when.hint')} error={isWrong ? errorText(problemKey) : null}>
      {(control) => (
        <MomentInput
          {...control}
          name="tripAt"
          isComing
          label={t('when.at')}
          value={call.tripAt}
          onChange={(tripAt) => change({ tripAt })}
          onBlur={() => undefined}
        />
      )}
    </Field>
  )
}
