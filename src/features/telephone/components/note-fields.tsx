import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { useCall } from '../hooks/use-call'

const limits = textLimits.booking_contacts

/** The fields for notes for the driver, and, for a parcel, for its recipient. */
export function NoteFields() {
  const { t } = useTranslation('telephone')
  const { call, change, car } = useCall()
  const isParcel = car?.category === 'delivery'
  return (
    <div className="space-y-3">
      <Field
        isDense
        label={t(isParcel ? 'note.pickup' : 'note.driver')}
        limit={{ text: call.pickupNote, of: limits.pick_up_instructions }}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            className="h-11"
            value={call.pickupNote}
            onChange={({ target }) => change({ pickupNote: target.value })}
          />
        )}
      </Field>
      {isParcel && <ParcelFields />}
    </div>
  )
}

function ParcelFields() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change, problemKey } = useCall()
  const { recipient } = call
  const isWrong = problemKey === 'deliveryDetailMissing'
  const set = (part: Partial<typeof recipient>) => change({ recipient: { ...recipient, ...part } })
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{t('parcel.title')}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            isDense
            label={t('parcel.name')}
            error={isWrong ? errorText(problemKey) : null}
            limit={{ text: recipient.name, of: limits.delivery_person }}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                className="h-11"
                value={recipient.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <Field isDense label={t('parcel.phone')} limit={{ text: recipient.phone, of: limits.delivery_person_phone }}>
            {(control) => (
              <Input
                {...control}
                type="tel"
                autoComplete="off"
                className="h-11"
                value={recipient.phone}
                onChange={({ target }) => set({ phone: target.value })}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <Field isDense label={t('note.drop')} limit={{ text: call.dropNote, of: limits.delivery_instructions }}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            className="h-11"
            value={call.dropNote}
            onChange={({ target }) => change({ dropNote: target.value })}
          />
        )}
      </Field>
    </>
  )
}
