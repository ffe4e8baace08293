import { Ban, CreditCard, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { type BookingRow, CancelDialog, UnpaidDialog, useCancellationFee } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { AWAITING_PAYMENT, PAID } from '@/types/statuses'

const CANCELLABLE = ['NEW', 'ACCEPTED', 'PAYMENT_PENDING']

interface RowActionsProps {
  booking: BookingRow
  onChanged: () => void
}

/**
 * The rider's actions on a trip in the list: pay, cancel, open the receipt. The server checks again whether they are allowed.
 */
export function RowActions({ booking, onChanged }: RowActionsProps) {
  const { t } = useTranslation(['history', 'trips'])
  const [isAsked, setAsked] = useState(false)
  const { status, id } = booking
  const mayCancel = CANCELLABLE.includes(status)
  const Dialog = status === 'PAYMENT_PENDING' ? UnpaidCancel : TripDialog
  const of = { 'aria-describedby': `reference-${id}` }
  if (!mayCancel && !AWAITING_PAYMENT.includes(status) && !PAID.includes(status)) return null
  return (
    // `relative` places the buttons above the link that covers the whole card.
    <div className="relative mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
      {AWAITING_PAYMENT.includes(status) && (
        <Button asChild size="sm" variant="accent" className="pointer-coarse:min-h-11" {...of}>
          <Link to={paths.booking(id)} state={{ pay: true }}>
            <CreditCard aria-hidden />
            {t('pay')}
          </Link>
        </Button>
      )}
      {PAID.includes(status) && (
        <Button asChild size="sm" className="pointer-coarse:min-h-11" {...of}>
          <Link to={paths.receipt(id)}>
            <ReceiptText aria-hidden />
            {t('common:pages.receipt.title')}
          </Link>
        </Button>
      )}
      {mayCancel && (
        <Button size="sm" className="pointer-coarse:min-h-11" onClick={() => setAsked(true)} {...of}>
          <Ban aria-hidden />
          {t('trips:cancel.confirm')}
        </Button>
      )}
      {isAsked && <Dialog booking={booking} onClose={() => setAsked(false)} onChanged={onChanged} />}
    </div>
  )
}

interface DialogProps extends RowActionsProps {
  onClose: () => void
}

/** The dialog for cancelling a trip, which asks for the reason and shows the current fee. */
function TripDialog({ booking, onClose, onChanged }: DialogProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const fee = useCancellationFee(booking, true)
  const costs = fee ? t('cancel.fee', { amount: money(fee) }) : t('cancel.free')
  return (
    <CancelDialog
      booking={booking}
      party="rider"
      isOpen
      onOpenChange={onClose}
      consequence={fee === undefined ? t('cancel.asking') : costs}
      onCancelled={onChanged}
    />
  )
}

const UnpaidCancel = ({ booking, onClose, onChanged }: DialogProps) => (
  <UnpaidDialog bookingId={booking.id} onClose={onClose} onCancelled={onChanged} />
)
