import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { MapPanel } from '@/components/map/map-panel'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { paths } from '@/config/paths'
import { type Booking, cashDue, type Party, useContacts } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { useAnnouncement } from '../hooks/use-announcement'
import { useCancelWords } from '../hooks/use-cancel-words'
import { useTrip } from '../hooks/use-trip'
import type { TripSlots } from '../slots'
import { CancelDialog } from './cancel-dialog'
import { NoShowDialog } from './no-show-dialog'
import { PrimaryAction } from './primary-action'
import { SecondaryActions } from './secondary-actions'
import { CODE_LENGTH } from './start-code'
import { TalkRow } from './talk-row'
import { TripBlocks } from './trip-blocks'
import { TripHeading, useHeading } from './trip-heading'
import { TripMap } from './trip-map'
import { WaitLine } from './wait-line'

/** The way back, over the map on a phone and at the head of the panel on a desktop. */
export function BackLink({ className = '' }: { className?: string }) {
  const { t } = useTranslation('trips')
  return (
    <Link to={paths.bookings} className={`flex items-center gap-1 text-sm font-medium ${className}`}>
      <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      {t('back')}
    </Link>
  )
}

interface TripPanelProps extends TripSlots {
  booking: Booking
  party: Party
  me: string
  /** The last load failed; what is shown is what was known before. */
  error: unknown
  onReload: () => void
  onAnswer: (booking: Booking) => void
}

/** One trip over its map: heading, blocks and actions as its view says. */
export function TripPanel({ booking, party, me, chat, ownPosition = null, error, onReload, onAnswer }: TripPanelProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const wasBooked = (useLocation().state as { booked?: boolean } | null)?.booked === true
  const trip = useTrip(booking, party, ownPosition)
  const { view, status, steps } = trip
  const words = useHeading(booking, party, view, trip.progress)
  const said = useAnnouncement(status, `${words.title}. ${words.subtitle}`)
  const cancel = useCancelWords(booking, party, trip.rules.leadMinutes)
  const [dialog, setDialog] = useState<'cancel' | 'no_show' | null>(null)
  const [code, setCode] = useState('')

  const needsCode = party === 'driver' && view.blocks.includes('code')
  const refusal = steps.refusedKey ? errorText(steps.refusedKey) : null
  const otherName = (party === 'driver' ? booking.customer_name : booking.driver_name) ?? ''
  const { data: contacts } = useContacts(view.canTalk ? booking.id : null, booking.status, booking.driver_id)
  const phone =
    (party === 'driver' ? (contacts?.guest_phone ?? contacts?.customer_contact) : contacts?.driver_contact) ?? null
  const talk =
    view.canTalk && party !== 'staff' && chat ? chat({ bookingId: booking.id, me, role: party, otherName }) : null
  const toDrive = () => navigate(paths.drive)

  const primary = (
    <PrimaryAction
      action={view.primary}
      booking={booking}
      isBlocked={needsCode && code.length < CODE_LENGTH}
      isBusy={steps.isSending || steps.isWaiting}
      onStep={(kind) => {
        steps.press(kind, needsCode ? code : null)
        setCode('')
      }}
    />
  )
  const hasFooter = view.primary !== null && view.primary !== 'rate'

  return (
    <>
      <MapPanel
        label={t('panel')}
        top={<BackLink className="h-10 rounded-full border border-line bg-card ps-3 pe-4" />}
        map={(padding, controls) => (
          <TripMap
            booking={booking}
            position={trip.position}
            heading={trip.isLive ? view.heading : null}
            booked={trip.booked}
            driven={trip.driven}
            approach={trip.approach}
            progress={trip.progress}
            padding={padding}
            controls={controls}
          />
        )}
        {...(hasFooter ? { footer: primary } : {})}
      >
        <div className="space-y-4">
          <BackLink className="-mt-2 hidden min-h-6 w-fit text-muted hover:text-ink min-[900px]:flex" />
          {wasBooked && status === 'NEW' && party === 'rider' && (
            <Alert tone="ok">{t('booking_success', { reference: booking.reference })}</Alert>
          )}
          {error ? <ErrorBanner error={error} onRetry={onReload} /> : null}
          <TripHeading booking={booking} status={status} {...words} position={trip.position} />
          {steps.isWaiting && <Alert tone="warn">{t('waiting')}</Alert>}
          {refusal && !needsCode && <Alert tone="bad">{refusal}</Alert>}
          {party === 'driver' && status === 'ARRIVED' && (
            <WaitLine booking={booking} freeWaitMinutes={trip.rules.freeWaitMinutes} />
          )}
          <TripBlocks
            booking={booking}
            party={party}
            trip={trip}
            code={code}
            codeError={needsCode ? refusal : null}
            onCode={(next) => {
              setCode(next)
              if (refusal) steps.forgetRefusal()
            }}
            onAnswer={onAnswer}
            onSkipRating={toDrive}
          />
          <TalkRow chat={talk} phone={phone} panic={trip.panic} />
          {status !== 'CANCELLED' && status !== 'COMPLETE' && status !== 'PAID' && (
            <SecondaryActions
              booking={booking}
              view={view}
              summary={t('summary', {
                mode: t([`mode.${booking.payment_mode}`, 'mode.other']),
                amount: money(cashDue(booking))
              })}
              cancelLabel={cancel.label}
              onCancel={() => setDialog('cancel')}
              onNoShow={() => setDialog('no_show')}
            />
          )}
        </div>
      </MapPanel>
      <p role="status" className="sr-only">
        {said}
      </p>
      <CancelDialog
        booking={booking}
        party={party}
        isOpen={dialog === 'cancel'}
        onOpenChange={(isOpen) => setDialog(isOpen ? 'cancel' : null)}
        consequence={cancel.consequence}
        onCancelled={(answer) => (party === 'driver' && answer.driver_id !== me ? toDrive() : onAnswer(answer))}
      />
      <NoShowDialog
        booking={booking}
        isOpen={dialog === 'no_show'}
        onOpenChange={(isOpen) => setDialog(isOpen ? 'no_show' : null)}
        onLeft={onAnswer}
      />
    </>
  )
}
