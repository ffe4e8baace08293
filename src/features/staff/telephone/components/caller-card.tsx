import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { paths } from '@/config/paths'
import { StatusBadge } from '@/entities/booking'
import { Avatar, type OpenTrip } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { useCall } from '../hooks/use-call'
import { useCaller } from '../hooks/use-caller'

/** Maximum number of trips listed, because callers mostly ask about the next ones. */
const OPEN_SHOWN = 3

/** Facts about the caller: whether the desk may book for this person, and the caller's open trips. */
export function CallerCard() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { money } = useFormat()
  const { call } = useCall()
  const { caller, error, retry } = useCaller(call.rider?.id)
  if (!call.rider) return null
  const { name, mobile } = call.rider
  const owes = caller !== null && caller.balance < 0
  return (
    <section aria-label={t('caller.card')} className="space-y-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} className="size-10" />
        <p className="min-w-0 text-sm">
          <span className="block truncate text-base font-semibold">
            <bdi>{name || t('caller.nameless')}</bdi>
          </span>
          <span className="text-muted">
            <bdi dir="ltr" className="tabular">
              {mobile ? written(mobile) : '–'}
            </bdi>
            {caller && caller.balance !== 0 && ` · ${t('caller.wallet', { amount: money(caller.balance) })}`}
          </span>
        </p>
      </div>
      {error !== undefined && <ErrorBanner error={error} onRetry={retry} />}
      {caller?.refusal && (
        <Alert tone="bad">
          {t(`caller.refusal.${caller.refusal}`, {
            defaultValue: errorText(caller.refusal),
            amount: money(owes ? -caller.balance : 0),
            context: owes ? 'owes' : ''
          })}
        </Alert>
      )}
      {caller && caller.openTrips.length > 0 && (
        <ul aria-label={t('caller.open')} className="space-y-1.5">
          {caller.openTrips.slice(0, OPEN_SHOWN).map((trip) => (
            <OpenTripLine key={trip.id} trip={trip} />
          ))}
          {caller.openTrips.length > OPEN_SHOWN && (
            <li className="px-3 text-sm text-muted">
              {t('caller.more', { count: caller.openTrips.length - OPEN_SHOWN })}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function OpenTripLine({ trip }: { trip: OpenTrip }) {
  const { t } = useTranslation('telephone')
  const { time, dateTime } = useFormat()
  const when = trip.book_later ? dateTime(trip.trip_at) : time(trip.promised_at ?? trip.trip_at)
  return (
    <li>
      <Link
        to={paths.booking(trip.id)}
        target="_blank"
        className="block rounded-control border border-line px-3 py-2 text-sm hover:bg-soft"
      >
        <span className="flex items-center gap-2">
          <span className="font-semibold tabular">{trip.reference}</span>
          <StatusBadge isQuiet status={trip.status} isScheduled={trip.book_later && trip.status === 'NEW'} />
          <span className="ms-auto text-muted tabular">{when}</span>
        </span>
        <span dir="auto" className="block truncate text-muted">
          {trip.pickup_address}
          {trip.driver_name && ` · ${t('caller.driver', { name: trip.driver_name })}`}
        </span>
      </Link>
    </li>
  )
}
