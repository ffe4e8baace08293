import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { useSession } from '@/entities/person'
import { useNow } from '@/lib/time/use-now'
import { useAnswerOffer } from '../hooks/use-answer-offer'
import { useReload } from '../hooks/use-reload'
import { liveOffers } from '../model/offers'
import type { Offer } from '../model/state'
import { useDriver, useOffers } from '../queries'
import { OfferButtons } from './offer-buttons'
import { OfferCard } from './offer-card'

/** All current offers to the driver, with their buttons, for the list of trips. */
export function OwnOffers() {
  const { user } = useSession()
  return user ? <Offers driverId={user.id} /> : null
}

function Offers({ driverId }: { driverId: string }) {
  const { t } = useTranslation(['driver', 'errors'])
  const { data: driver } = useDriver(driverId)
  const isOnline = driver?.driver_active_status ?? false
  const reload = useReload(driverId)
  const { data, error } = useOffers(driverId, isOnline)
  const offers = liveOffers(data ?? [], useNow(500))
  return (
    <>
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      {offers.length === 0 && (
        <p role="status" className="rounded-card bg-soft p-4 text-sm text-pretty">
          {t('errors:no_tasks')} {driver && !isOnline && t('duty.offline_text')}
        </p>
      )}
      <ul className="space-y-3 empty:hidden">
        {offers.map((offer) => (
          <li key={offer.id} className="rounded-card border border-line bg-card p-4">
            <Answered offer={offer} onAnswered={reload} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Answered({ offer, onAnswered }: { offer: Offer; onAnswered: () => void }) {
  const answer = useAnswerOffer(onAnswered)
  return (
    <>
      <OfferCard offer={offer} amountAs="p" />
      {/* Stays in view above the page's navigation while the card is longer than the window. */}
      <div className="sticky bottom-16 -mx-4 -mb-4 rounded-b-card bg-card p-4 low:static">
        <OfferButtons offer={offer} answer={answer} />
      </div>
    </>
  )
}
