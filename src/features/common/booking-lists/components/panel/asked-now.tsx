import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useNow } from '@/lib/time/use-now'
import { withdrawOffer } from './commands'
import { KeyButton } from './key-button'
import { panelKeys, useReloadBooking } from './keys'
import { getOpenOffers, getSearchEnd, type OpenOffer } from './queries'

const KEYS = 'w'

const nameOf = ({ drivers }: OpenOffer): string =>
  [drivers?.profiles?.first_name, drivers?.profiles?.last_name].filter(Boolean).join(' ')

/**
 * Says who has an offer of this booking and how much time remains: the number of drivers if dispatch made the offers, or the
 * driver's name if the desk did. The desk can withdraw its own offer. While no offer is open, it shows why no driver is coming
 * yet (`dispatch_note`), if the booking has such a note, and when the search ends.
 */
export function AskedDrivers({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['panel', 'trips'])
  const { data: offers = [] } = useSWR(panelKeys.offers(booking.id), ([, id]) => getOpenOffers(id))
  const now = useNow(1000)
  const open = offers.filter(({ expires_at }) => Date.parse(expires_at) > now)
  const [first] = open
  if (!first) {
    if (!booking.dispatch_note) return null
    return (
      <p className="text-muted">
        {t([`searching.note.${booking.dispatch_note}`, 'trips:note.other'])} <SearchEnd bookingId={booking.id} />
      </p>
    )
  }
  const seconds = Math.ceil((Date.parse(first.expires_at) - now) / 1000)
  const words =
    first.wave > 0
      ? t('searching.wave', { count: open.length, wave: first.wave, seconds })
      : t('searching.asked', { name: open.map((offer) => nameOf(offer) || t('common:no_name')).join(', '), seconds })
  return (
    <div className="flex items-center gap-3 rounded-control bg-warn-soft px-3 py-1.5 text-warn">
      <p className="min-w-0 flex-1 tabular">{words}</p>
      {first.wave === 0 && <Withdraw bookingId={booking.id} />}
    </div>
  )
}

function SearchEnd({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('panel')
  const format = useFormat()
  const { data: end } = useSWR(['search-end', bookingId], ([, id]) => getSearchEnd(id))
  return end ? t('searching.ends', { time: format.time(end) }) : null
}

function Withdraw({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('panel')
  const reload = useReloadBooking(bookingId)
  const withdraw = useCommand(() => withdrawOffer(bookingId), {
    byKey: true,
    done: t('searching.withdrawn'),
    failure: 'toast',
    onDone: () => void reload()
  })
  return (
    <KeyButton keys={KEYS} label={t('searching.withdraw')} busy={withdraw.busy} onPress={() => void withdraw.run()} />
  )
}
