import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type Booking, useContacts } from '@/entities/booking'
import { queueAction, useShift } from '@/entities/shift'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { SignaturePad } from './signature-pad'

const limit = textLimits.booking_contacts.received_by

/** Shows who received the parcel, and opens the dialog for the receiver's name and signature. Works offline. */
export function HandOverBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation('drive')
  const { data: contacts } = useContacts(booking.id, booking.status, booking.driver_id)
  const waiting = useShift().actions.findLast(
    ({ bookingId, action }) => bookingId === booking.id && action.kind === 'hand_over'
  )?.action
  const receiver = waiting?.kind === 'hand_over' ? waiting.receivedBy : contacts?.received_by
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('hand_over.title')}>
      {receiver ? (
        <p className="flex items-center justify-between gap-3 rounded-card bg-soft p-3 text-sm">
          <span className="min-w-0 font-semibold">
            <bdi>{t('hand_over.kept', { name: receiver })}</bdi>
          </span>
          <Button variant="outline" onClick={() => setOpen(true)}>
            {t('hand_over.again')}
          </Button>
        </p>
      ) : (
        <Button variant="outline" size="lg" className="w-full" onClick={() => setOpen(true)}>
          <PenLine aria-hidden />
          {t('hand_over.title')}
        </Button>
      )}
      {isOpen && (
        <HandOverDialog
          booking={booking}
          known={receiver ?? contacts?.delivery_person ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function HandOverDialog({ booking, known, onClose }: { booking: Booking; known: string; onClose: () => void }) {
  const { t } = useTranslation(['drive', 'common'])
  // The name is not the state's initial value, because the recipient that the sender named may load after the dialog opens.
  const [typed, setName] = useState<string | null>(null)
  const name = typed ?? known
  const [signature, setSignature] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('hand_over.title')}
      text={booking.drop_address ?? ''}
      keep={t('common:cancel')}
      confirm={t('hand_over.save')}
      variant="accent"
      disabled={!name.trim() || isTooLong(name, limit)}
      onConfirm={() => {
        queueAction(booking, { kind: 'hand_over', receivedBy: name.trim(), signature: signature || null })
        onClose()
      }}
    >
      <div className="space-y-4">
        <Field label={t('hand_over.name')} limit={{ text: name, of: limit }}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <SignaturePad label={t('hand_over.sign')} value={signature} onChange={setSignature} />
      </div>
    </ConfirmDialog>
  )
}
