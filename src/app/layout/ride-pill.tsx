import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { conversationPath, paths } from '@/config/paths'
import { currentRide, ownerOf, useActiveBookings } from '@/entities/booking'
import { useOutboxSender } from '@/entities/outbox'
import { Count, useChatNews, useUnread } from '@/features/common/chat'
import { pollInterval } from '@/lib/server/live'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { serverNow } from '@/lib/time/server-clock'
import { cn } from '@/lib/utils'
import { usePage } from '../pages/use-page'

/** The link to the rider's current ride, on every page except the ride's own. */
export function RidePill({ riderId }: { riderId: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { layout } = usePage()
  const channel = useBroadcast(`user:${riderId}`, () => rides.mutate(), { events: ['booking'] })
  const rides = useActiveBookings(ownerOf('rider', riderId), pollInterval(channel))
  const ride = currentRide(rides.data ?? [], serverNow())
  const talks = ride?.driver_id ? ride.id : null
  const unread = useUnread(talks, riderId)
  useOutboxSender(riderId)
  useChatNews(talks, {
    me: riderId,
    other: ride?.driver_name?.split(' ')[0] ?? '',
    onOpen: () => talks && void navigate(conversationPath(talks))
  })
  if (!ride || pathname === paths.booking(ride.id)) return null
  return (
    <>
      {/* Space at the end of the page, so that the link covers nothing there. */}
      {layout !== 'map' && <div aria-hidden className="h-20 print:hidden" />}
      <nav
        aria-label={t('your_ride.label')}
        className={cn(
          'pointer-events-none fixed start-0 end-(--beside) z-30 flex justify-center px-4 print:hidden',
          // On a phone, pages with a map have a form or a sheet at the bottom, so on these pages the link is at the top.
          layout === 'map' ? 'top-20' : 'bottom-5'
        )}
      >
        <Link
          to={paths.booking(ride.id)}
          className="pointer-events-auto flex h-11 max-w-full items-center gap-2.5 rounded-full border border-line bg-ink ps-4 pe-3 text-sm font-medium text-paper hover:bg-ink/85"
        >
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
          <span className="truncate">{t(`your_ride.${ride.status}`, { context: ride.category })}</span>
          <Count of={unread} />
          <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
        </Link>
      </nav>
    </>
  )
}
