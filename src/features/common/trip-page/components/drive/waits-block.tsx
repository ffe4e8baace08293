import { useTranslation } from 'react-i18next'
import { type Booking, type Extra, useExtras } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { queueAction, useShift } from '@/entities/shift'
import { ReceiptPicture } from './receipt-picture'

/** The driver's extras of an ended trip of which a part did not count: what waits for the desk, or what the desk decided. */
export function WaitsBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['drive', 'trips'])
  const extras = useExtras(booking.id, booking.status).filter(({ undecided_amount }) => undecided_amount > 0)
  if (extras.length === 0) return null
  return (
    <section aria-label={t('extras.title')} className="space-y-3 rounded-card border border-line p-4 text-sm">
      {extras.map((extra) => (
        <Waiting key={extra.id} booking={booking} extra={extra} />
      ))}
    </section>
  )
}

function Waiting({ booking, extra }: { booking: Booking; extra: Extra }) {
  const { t } = useTranslation(['drive', 'trips'])
  const { money } = useFormat()
  const sending = useShift().actions.findLast(
    ({ bookingId, action }) =>
      bookingId === booking.id &&
      action.kind === 'photo' &&
      action.which === 'extra' &&
      action.extraKey === extra.client_key
  )?.action
  const name = t(`trips:fare.${extra.key === 'other' ? 'extra' : extra.key}`)
  const isDecided = extra.approved !== null
  return (
    <div className="space-y-2">
      <p className="flex justify-between gap-3">
        <span>{name}</span>
        <span className="tabular">{money(extra.amount)}</span>
      </p>
      <p className="text-pretty">
        {isDecided
          ? t('extras.decided', { amount: money(extra.approved ?? 0), waits: money(extra.undecided_amount) })
          : t('extras.waits', { waits: money(extra.undecided_amount) })}
        {extra.decision && <bdi className="block text-muted">{extra.decision}</bdi>}
      </p>
      {!isDecided && !extra.photo && (
        <ReceiptPicture
          file={sending?.kind === 'photo' ? sending.file : null}
          onPicture={(file) =>
            queueAction(booking, { kind: 'photo', which: 'extra', extraKey: extra.client_key, file })
          }
        />
      )}
      {!isDecided && extra.photo && <p className="text-muted">{t('receipt.there')}</p>}
    </div>
  )
}
