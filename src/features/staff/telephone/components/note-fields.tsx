import { useTranslation } from 'react-i18next'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { useCall, useCallCars, useOrderOfCall } from '../hooks/use-call'
import { LineField } from './line-field'

const limits = textLimits.booking_contacts

/** The fields for notes to the driver. For a parcel there are also fields for its recipient. */
export function NoteFields() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const { car } = useCallCars()
  const isParcel = car?.category === 'delivery'
  return (
    <div className="space-y-3">
      <LineField
        label={t(isParcel ? 'note.pickup' : 'note.driver')}
        value={call.pickupNote}
        onChange={(pickupNote) => change({ pickupNote })}
        most={limits.pick_up_instructions}
      />
      {isParcel && <ParcelFields />}
    </div>
  )
}

function ParcelFields() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change } = useCall()
  const { problemKey } = useOrderOfCall()
  const { recipient } = call
  const phoneHint = usePhoneHint(recipient.phone)
  const isWrong = problemKey === 'deliveryDetailMissing'
  const set = (part: Partial<typeof recipient>) => change({ recipient: { ...recipient, ...part } })
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{t('parcel.title')}</legend>
        <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
          <LineField
            label={t('parcel.name')}
            value={recipient.name}
            onChange={(name) => set({ name })}
            error={isWrong ? errorText(problemKey) : null}
            most={limits.delivery_person}
          />
          <LineField
            label={t('parcel.phone')}
            type="tel"
            value={recipient.phone}
            onChange={(phone) => set({ phone })}
            hint={phoneHint}
            most={PHONE_LIMIT}
          />
        </div>
      </fieldset>
      <LineField
        label={t('note.drop')}
        value={call.dropNote}
        onChange={(dropNote) => change({ dropNote })}
        most={limits.delivery_instructions}
      />
    </>
  )
}
