import { Check, Copy, Undo2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { paths } from '@/config/paths'
import { cancelBooking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { useForAWhile } from '@/lib/hooks/use-for-a-while'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCopy } from '@/lib/page/use-copy'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import type { CallPage, Done } from '../hooks/use-call-page'

const UNDO = 'alt+z'
/** How long a booking made by mistake can be undone (ms). */
const UNDO_MS = 30_000

/** Notes about the last bookings: the reference to read out and a link. The latest booking can be undone for `UNDO_MS`. */
export function DoneNotices({ page }: { page: CallPage }) {
  return (
    <ul className="empty:hidden">
      {page.done.map((done, index) => (
        <Notice key={done.booking.id} done={done} page={page} isLatest={index === 0} />
      ))}
    </ul>
  )
}

function Notice({ done: { booking, call }, page, isLatest }: { done: Done; page: CallPage; isLatest: boolean }) {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { money, dateTime } = useFormat()
  const [mayUndo, setMayUndo] = useForAWhile(UNDO_MS)
  useEffect(() => setMayUndo(true), [setMayUndo])
  const undo = useCommand(() => cancelBooking(booking.id, t('done.undo_reason')), {
    asks: 'undo',
    onDone: () => {
      page.reopen(call)
      page.putAway(booking.id)
    }
  })
  const canUndo = mayUndo && isLatest
  useShortcut({
    keys: UNDO,
    label: t('done.undo'),
    group: t('keys.calls'),
    run: () => void undo.run(),
    isOff: !canUndo
  })
  const facts = [
    booking.guest_name ?? booking.customer_name,
    `${booking.pickup_address} – ${booking.drop_address}`,
    booking.book_later ? dateTime(booking.trip_at) : t('when.now'),
    money(booking.total_amount)
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-ok-soft px-4 py-2 text-sm md:px-6">
      <p role="status" className="flex min-w-0 flex-1 items-center gap-3 max-md:basis-full">
        <Check aria-hidden className="size-4 shrink-0 text-ok" />
        <span className="min-w-0">
          <span className="font-semibold">{t('trips:booking_success', { reference: booking.reference })}</span>{' '}
          <span className="text-muted">{facts.map(isolated).join(' · ')}</span>
          {undo.error && <span className="block text-bad">{errorText(undo.error)}</span>}
        </span>
      </p>
      <span className="flex items-center gap-1">
        <CopyReference reference={booking.reference} />
        <Button asChild variant="ghost" size="sm" className="max-md:h-11">
          <Link to={paths.booking(booking.id)} target="_blank">
            {t('done.open')}
          </Link>
        </Button>
        {canUndo && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            busy={undo.busy}
            aria-keyshortcuts={ariaKeys(UNDO)}
            onClick={() => void undo.run()}
          >
            <Undo2 aria-hidden className="rtl:-scale-x-100" />
            {t('done.undo')}
            <Kbd keys={UNDO} className="max-md:hidden" />
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          className="max-md:size-11"
          aria-label={t('done.put_away', { reference: booking.reference })}
          onClick={() => page.putAway(booking.id)}
        >
          <X aria-hidden />
        </Button>
      </span>
    </li>
  )
}

function CopyReference({ reference }: { reference: string }) {
  const { t } = useTranslation('telephone')
  const { copied: isCopied, copy } = useCopy(reference)
  return (
    <Button variant="ghost" size="sm" className="max-md:h-11" onClick={copy}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {t(isCopied ? 'done.copied' : 'done.copy')}
    </Button>
  )
}
