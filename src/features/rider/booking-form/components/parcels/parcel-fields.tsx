import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Select } from '@/components/ui/select'
import type { CarType } from '@/entities/car'
import type { ChosenExtras } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT, useTypedPhone } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { hasRecipient, type Parcel } from '../../model/draft'
import type { ParcelFailure } from './use-parcels'

const limits = textLimits.booking_contacts

interface ParcelFieldsProps {
  parcel: Parcel
  /** The parcel's number for its labels, counted from 0; null if there is only one parcel. */
  index: number | null
  car: CarType | null
  /** True once Book was pressed: from then on missing fields are shown as errors. */
  isAsked: boolean
  failure: ParcelFailure | null
  /** True if the parcel was just added by a press. */
  isNew?: boolean
  onChange: (part: Partial<Parcel>) => void
  onRemove?: () => void
}

/**
 * The fields for a parcel's recipient. If the order has several parcels, also the field for its size, and the reason if this
 * parcel could not be booked.
 */
export function ParcelFields({ parcel, index, car, isAsked, failure, isNew, onChange, onRemove }: ParcelFieldsProps) {
  const { t } = useTranslation('booking_dialogs')
  const errorText = useErrorText()
  const phoneHint = usePhoneHint(parcel.phone)
  const hasNumber = useTypedPhone(parcel.phone) !== null
  const isMissing = isAsked && !hasRecipient(parcel, hasNumber)
  const isUnnamed = parcel.name.trim() === ''
  const isTyped = parcel.phone.trim() !== ''
  const fields = (
    <>
      <Field
        label={t('delivery.name')}
        error={isMissing && isUnnamed ? errorText('deliveryDetailMissing') : null}
        limit={{ text: parcel.name, of: limits.delivery_person }}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoFocus={isNew}
            value={parcel.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('delivery.phone')}
        error={
          isAsked && !hasNumber && (isTyped || !isUnnamed)
            ? errorText(isTyped ? 'mobile_no_blank_error' : 'deliveryDetailMissing')
            : null
        }
        hint={phoneHint}
        limit={{ text: parcel.phone, of: PHONE_LIMIT }}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="off"
            value={parcel.phone}
            onChange={(event) => onChange({ phone: event.target.value })}
          />
        )}
      </Field>
      {!index && (
        <Field label={t('delivery.pickup_note')} limit={{ text: parcel.pickupNote, of: limits.pick_up_instructions }}>
          {(control) => (
            <Input
              {...control}
              value={parcel.pickupNote}
              onChange={(event) => onChange({ pickupNote: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={t('delivery.drop_note')} limit={{ text: parcel.dropNote, of: limits.delivery_instructions }}>
        {(control) => (
          <Input
            {...control}
            value={parcel.dropNote}
            onChange={(event) => onChange({ dropNote: event.target.value })}
          />
        )}
      </Field>
    </>
  )
  if (index === null) return fields
  const name = t('parcels.one', { number: index + 1 })
  return (
    <fieldset className="relative space-y-3 rounded-card border border-line p-4 pt-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p aria-hidden className="font-semibold">
          {name}
        </p>
        {onRemove && (
          <Button
            variant="ghost"
            size="icon"
            className="-me-2 size-11"
            aria-label={t('parcels.remove', { number: index + 1 })}
            onClick={onRemove}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {failure && <Alert tone="bad">{failure === 'price' ? t('parcels.price') : errorText(failure)}</Alert>}
      {fields}
      {car && <Sizes car={car} extras={parcel.extras} onChange={(extras) => onChange({ extras })} />}
    </fieldset>
  )
}

interface SizesProps {
  car: CarType
  extras: ChosenExtras
  onChange: (extras: ChosenExtras) => void
}

/** The fields for parcel type and option, if the car type has them. */
function Sizes({ car, extras, onChange }: SizesProps): ReactNode {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const lists = [
    { part: 'parcel', label: t('extras.parcel_type'), choices: car.parcel_types },
    { part: 'option', label: t('extras.option'), choices: car.options }
  ] as const
  return lists.map(
    ({ part, label, choices }) =>
      choices.length > 0 && (
        <Field key={part} label={label}>
          {(control) => (
            <Select
              {...control}
              isTall
              value={String(extras[part])}
              onChange={(event) => onChange({ ...extras, [part]: Number(event.target.value) })}
            >
              {choices.map(({ description, amount }, at) => (
                <option key={description} value={at}>
                  {description} · {money(amount)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )
  )
}
