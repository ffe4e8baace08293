import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { focusFirstError } from '@/lib/focus'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { useBookingScreen } from '../hooks/use-booking-screen'

const limits = textLimits.booking_contacts

/** Who takes a parcel, and how it is paid. */
export function ParcelFields() {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const { state, dispatch, problemKey } = useBookingScreen()
  const isRefused = problemKey === 'deliveryDetailMissing'
  useEffect(() => {
    if (isRefused) focusFirstError(document)
  }, [isRefused])
  const { recipient } = state.draft
  const set = (part: Partial<typeof recipient>) =>
    dispatch({ do: 'set_recipient', recipient: { ...recipient, ...part } })
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-semibold">{t('parcel.title')}</legend>
      <Field
        label={t('parcel.name')}
        error={isRefused ? errorText(problemKey) : null}
        limit={{ text: recipient.name, of: limits.delivery_person }}
      >
        {(control) => (
          <Input {...control} value={recipient.name} onChange={(event) => set({ name: event.target.value })} />
        )}
      </Field>
      <Field
        label={t('parcel.phone')}
        hint={t('parcel.paid')}
        limit={{ text: recipient.phone, of: limits.delivery_person_phone }}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            value={recipient.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}
