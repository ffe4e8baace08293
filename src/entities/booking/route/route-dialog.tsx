import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Quote } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { bookingKeys } from '../keys'
import type { Booking } from '../model'
import { changeRoute, type RouteTerms } from './commands'
import { RouteRow } from './route-row'
import { useNewRoute } from './use-new-route'

interface RouteDialogProps {
  booking: Booking
  /**
   * The rider whose saved and recent places are offered; null for staff, whose own places and position have nothing to do with
   * the trip.
   */
  riderId: string | null
  onClose: () => void
  /** Called after the request, with the booking. It still has the old route if its driver must agree first. */
  onChanged: (booking: Booking) => void
}

/** The dialog for changing drop-off or stops. It shows the old and the new price before the change. */
export function RouteDialog({ booking, riderId, onClose, onChanged }: RouteDialogProps) {
  const { t } = useTranslation('reroute')
  const errorText = useErrorText()
  const route = useNewRoute(booking)
  const [searched, setSearched] = useState<string | null>(null)
  const { data: price, error, isLoading } = route.price
  const change = useCommand((quoteId: string, key) => changeRoute(booking.id, quoteId, key), {
    invalidates: () => [bookingKeys.routeProposal(booking.id)],
    done: t(price?.terms.needsDriver ? 'asked' : 'done'),
    onDone: (answer) => {
      onChanged(answer)
      onClose()
    }
  })
  const send = async () => {
    // After a failed change the quote may be used up or expired, so request a new one.
    if (price && !(await change.run(price.quoteId))) void route.price.mutate()
  }
  const isReady = price !== undefined && route.isNew && !error
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      text={t('text')}
      keep={t('common:cancel')}
      confirm={t(price?.terms.needsDriver ? 'confirm_ask' : 'confirm')}
      variant="accent"
      disabled={!isReady}
      busy={change.busy}
      error={change.error}
      onConfirm={() => void send()}
    >
      <ol className="space-y-2">
        {route.places.map((one, index) => (
          <RouteRow
            key={one.key}
            one={one}
            index={index}
            route={route}
            riderId={riderId}
            isSearched={searched === one.key || one.place === null}
            onSearch={(isSearched) => setSearched(isSearched ? one.key : null)}
          />
        ))}
      </ol>
      <Button
        size="sm"
        variant="ghost"
        className="mt-2 pointer-coarse:min-h-11"
        onClick={() => setSearched(route.add())}
      >
        <Plus aria-hidden />
        {t('add_stop')}
      </Button>
      {error && (
        <Alert tone="bad" className="mt-3">
          {errorText(error)}
        </Alert>
      )}
      {isLoading && <Skeleton className="mt-3 h-16" />}
      {isReady && <Prices quote={price.quote} terms={price.terms} />}
    </ConfirmDialog>
  )
}

function Prices({ quote, terms }: { quote: Quote; terms: RouteTerms }) {
  const { t } = useTranslation('reroute')
  const { money, moneyChange, distance, duration } = useFormat()
  const { before, after, compensation, needsDriver } = terms
  const difference = after - before
  return (
    <div aria-live="polite" className="mt-3 space-y-2 rounded-control bg-soft px-3.5 py-3 text-sm">
      <dl className="space-y-1 tabular">
        <div className="flex justify-between gap-4 text-muted">
          <dt>{t('before')}</dt>
          <dd>{money(before)}</dd>
        </div>
        <div className="flex justify-between gap-4 font-semibold">
          <dt>
            {t('after')}{' '}
            <span className="font-normal text-muted">
              {distance(quote.distance_in_km)} · {duration(quote.time_in_secs)}
            </span>
          </dt>
          <dd>{money(after)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-muted">
          <dt>{t('difference')}</dt>
          <dd dir="ltr">{moneyChange(difference)}</dd>
        </div>
      </dl>
      {compensation > 0 && <p className="text-muted">{t('compensation', { amount: money(compensation) })}</p>}
      {needsDriver && <p>{t('needs_driver')}</p>}
    </div>
  )
}
