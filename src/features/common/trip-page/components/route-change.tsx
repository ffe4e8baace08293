import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Booking, Party } from '@/entities/booking'
import { acceptRouteChange, declineRouteChange, useRouteProposal } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'

interface RouteChangeProps {
  booking: Booking
  party: Party
  onAnswer: (booking: Booking) => void
}

/**
 * Shown while a rider's request for a cheaper route is open. The driver can accept or decline it. The rider can withdraw it.
 */
export function RouteChange({ booking, party, onAnswer }: RouteChangeProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const errorText = useErrorText()
  const titleId = useId()
  const { proposal, reload } = useRouteProposal(booking.id)
  const answer = useCommand(
    (accepts: boolean) => (accepts ? acceptRouteChange(booking.id) : declineRouteChange(booking.id)),
    // If the server refuses the answer, the other party has already answered. So the request is reloaded after each answer.
    { onDone: onAnswer, onSettled: () => void reload() }
  )
  const { error } = answer
  // The error stays visible after the request is gone.
  if (!proposal) return error ? <Alert tone="bad">{errorText(error)}</Alert> : null
  return (
    <section aria-labelledby={titleId} className="space-y-3 rounded-card border border-line p-4">
      <div role="status" className="space-y-1 text-pretty">
        <h2 id={titleId} className="font-semibold">
          {t(`route_change.${party}.title`)}
        </h2>
        <p>
          <bdi>{proposal.drop_address}</bdi>
        </p>
        <p className="text-sm">
          {t('route_change.fare', { fare: money(proposal.trip_cost), before: money(booking.trip_cost) })}
        </p>
        <p className="text-sm text-muted">{t(`route_change.${party}.until`)}</p>
      </div>
      {error ? <Alert tone="bad">{errorText(error)}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        {party === 'driver' && (
          <Button
            variant="ink"
            className="grow"
            busy={answer.sent === true}
            disabled={answer.busy}
            onClick={() => void answer.run(true)}
          >
            {t('route_change.accept')}
          </Button>
        )}
        <Button
          className="grow"
          busy={answer.sent === false}
          disabled={answer.busy}
          onClick={() => void answer.run(false)}
        >
          {t(party === 'driver' ? 'route_change.decline' : 'route_change.withdraw')}
        </Button>
      </div>
    </section>
  )
}
