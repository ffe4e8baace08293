import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeskBooking, useTripOptions } from '@/entities/booking'
import { ActionBar } from './actions/action-bar'
import { ActionDialog } from './actions/action-dialog'
import { type DeskAction, offered } from './actions/model'
import { useUnfinishedCancel } from './actions/use-unfinished-cancel'
import { AskedDrivers } from './asked-now'
import { FeeDecision } from './fee-decision'
import { PanelHead } from './panel-head'
import { Sections } from './sections'
import type { Replay } from './trail/replay'
import { UnfinishedNote } from './unfinished-note'

const Decisions = lazy(() => import('./decisions').then((part) => ({ default: part.Decisions })))

export interface BookingPanelProps {
  bookingId: string
  /** Closes the panel; undefined on a booking's own page. */
  onClose?: () => void
  /** Shows the replay on a map beside the panel. If it is undefined, the panel draws a small map itself. */
  onReplay?: (replay: Replay | null) => void
  /** Heading level of the booking's reference: 1 on the booking's own page. */
  level?: 1 | 2
}

type OpenBookingProps = Omit<BookingPanelProps, 'bookingId' | 'level'> & { booking: DeskBooking; level: 1 | 2 }

/** The panel of a loaded booking: header and actions stay visible, the sections scroll. */
export function OpenBooking({ booking, level, onClose, onReplay }: OpenBookingProps) {
  const { t } = useTranslation('panel')
  const options = useTripOptions(booking)
  const [asked, setAsked] = useState<DeskAction | null>(null)
  const unfinished = useUnfinishedCancel(booking)
  const actions = offered(options?.actions ?? [])
  const act = (action: DeskAction) =>
    action === 'cancel' && booking.status === 'PAYMENT_PENDING' ? unfinished.start() : setAsked(action)
  return (
    <section aria-label={t('label', { reference: booking.reference })} className="flex h-full min-h-0 flex-col text-sm">
      <div className="shrink-0 space-y-3 border-b border-line px-5 pt-4 pb-3">
        <PanelHead booking={booking} level={level} {...(onClose ? { onClose } : {})} />
        {booking.status === 'NEW' && <AskedDrivers booking={booking} />}
        {booking.reason === 'no_show' && <FeeDecision booking={booking} />}
        {booking.reached_at && (
          <Suspense>
            <Decisions booking={booking} />
          </Suspense>
        )}
        {unfinished.isPending && <UnfinishedNote busy={unfinished.busy} onUndo={unfinished.undo} />}
        <ActionBar actions={actions} onAct={act} />
      </div>
      <Sections booking={booking} {...(onReplay ? { onReplay } : {})} />
      {asked && options && (
        <ActionDialog action={asked} booking={booking} options={options} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}
