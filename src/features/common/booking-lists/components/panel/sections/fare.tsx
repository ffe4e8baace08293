import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { Facts } from '@/components/ui/facts'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import type { Booking } from '@/entities/booking'
import { FareTable, fareLines, partsOf } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { panelKeys } from '../keys'
import { Shares } from '../price'
import { type Correction, type Explained, explainFare, type Replayed } from '../queries'
import type { SectionProps } from './section-props'

/** The fare line by line, as the server computes it again from the stored data, and whether it equals the amount charged. */
export function Fare({ booking }: SectionProps) {
  const { data, error, mutate } = useSWR(panelKeys.fare(booking.id), ([, id]) => explainFare(id))
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  return <FareReplay booking={booking} explained={data} />
}

function FareReplay({ booking, explained }: { booking: Booking; explained: Explained }) {
  const { t } = useTranslation(['panel', 'trips', 'attention'])
  const { money, moneyChange } = useFormat()
  const { quote, final, tax, flags, now, corrections } = explained
  const shown = final ?? quote
  if (!shown) return null
  const isCancelled = booking.status === 'CANCELLED'
  // The price of a cancelled booking is its fee; the replayed fare is then only what was quoted.
  const others = isCancelled ? [] : partsOf(booking.price_parts).filter(({ kind }) => kind !== 'fare')
  return (
    <div className="space-y-4">
      <Verdict booking={booking} shown={shown} replays={explained.replays === true} />
      <FareTable
        lines={fareLines(shown.lines)}
        parts={[{ side: 'price', kind: 'fare', amount: shown.trip_cost, tax: tax?.amount ?? 0 }, ...others]}
        totalLabel={t(final ? 'trips:receipt.total' : 'trips:receipt.quoted')}
        dueLabel={t('trips:receipt.due')}
      />
      {isCancelled && (
        <FareTable lines={[]} parts={partsOf(booking.price_parts)} totalLabel="" dueLabel={t('trips:receipt.due')} />
      )}
      <Facts
        className="border-t border-line pt-4"
        facts={[
          [t('fare.quoted'), final && quote ? money(quote.trip_cost) : null],
          [
            t('fare.changed'),
            final && quote && final.trip_cost !== quote.trip_cost
              ? moneyChange(final.trip_cost - quote.trip_cost)
              : null
          ],
          [t('fare.now'), now ? money(now.trip_cost) : null],
          [t('fare.rules'), explained.version]
        ]}
      />
      <Shares booking={booking} />
      {corrections && corrections.length > 0 && <Corrections corrections={corrections} />}
      {flags && flags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {flags.map((flag) => (
            <li key={flag}>
              <Badge tone="warn">
                {t([`flag.${flag}`, `attention:reason.${flag}`, 'attention_raw'], { reason: flag })}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The desk's corrections of the fare. */
function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  const { t } = useTranslation('panel')
  const { money, dateTime } = useFormat()
  return (
    <section aria-label={t('correction.title')} className="border-t border-line pt-4">
      <h3 className="mb-1.5 font-semibold">{t('correction.title')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {corrections.map(({ at, amount_before, amount_after, returned, asked, status, reason }) => (
          <li key={at} className="px-3 py-2">
            <p className="flex flex-wrap items-center gap-x-2">
              {t('correction.from_to', { was: money(amount_before), becomes: money(amount_after) })}
              <Badge tone={status === 'open' ? 'warn' : 'neutral'}>
                {t(`correction.status.${status}`, { amount: money(asked ?? returned) })}
              </Badge>
            </p>
            <p dir="auto" className="text-sm wrap-anywhere">
              {reason}
            </p>
            <p className="text-xs text-muted">{dateTime(at)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says whether the recomputed fare equals the amount charged, to the cent. */
function Verdict({ booking, shown, replays }: { booking: Booking; shown: Replayed; replays: boolean }) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const isEqual = replays && shown.trip_cost === booking.trip_cost
  const Icon = isEqual ? CircleCheck : CircleAlert
  return (
    <p className={`flex items-start gap-2 ${isEqual ? 'text-ok' : 'text-bad'}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(isEqual ? 'fare.equal' : 'fare.differs', {
        replayed: money(shown.trip_cost),
        charged: money(booking.trip_cost)
      })}
    </p>
  )
}
