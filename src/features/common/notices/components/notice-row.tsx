import type { LucideIcon } from 'lucide-react'
import { CarTaxiFront, Info, MessageCircle, UserRound, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { conversationPath, paths } from '@/config/paths'
import type { Notice } from '@/entities/notice'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { wordsOf } from '../model'

const icons: Record<string, LucideIcon> = {
  BookedCab: CarTaxiFront,
  DriverTrips: CarTaxiFront,
  onlineChat: MessageCircle,
  Wallet,
  Profile: UserRound
}

/** Returns the page that a notice opens (spec section 2); null if there is none. */
export function pathOf({ screen, booking_id }: Pick<Notice, 'screen' | 'booking_id'>): string | null {
  if (screen === 'Wallet') return paths.wallet
  if (screen === 'Profile') return paths.profile
  if (screen === 'DriverTrips') return drivePaths.trips
  if (!booking_id) return null
  return screen === 'onlineChat' ? conversationPath(booking_id) : paths.booking(booking_id)
}

interface NoticeRowProps {
  notice: Notice
  onRead: () => void
}

/** One notice: what happened and when, with a link to the page that it is about. */
export function NoticeRow({ notice, onRead }: NoticeRowProps) {
  const { t } = useTranslation(['notices', 'notice_list'])
  const format = useFormat()
  const { title, text } = wordsOf(notice, t, { ...format, day: (date) => writtenDay(date, format.locale) })
  const Icon = icons[notice.screen ?? ''] ?? Info
  const path = pathOf(notice)
  const isNew = !notice.read_at
  const content = (
    <>
      <span className={cn('grid size-10 shrink-0 place-items-center rounded-full bg-soft', isNew && 'bg-accent-soft')}>
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className={cn('min-w-0 flex-1 text-pretty', isNew && 'font-semibold')}>
            {isNew && <span className="sr-only">{t('notice_list:new')} </span>}
            {title}
          </span>
          <time dateTime={notice.created_at} className="shrink-0 text-sm text-muted tabular">
            {format.time(notice.created_at)}
          </time>
        </span>
        {text && <span className="mt-0.5 block text-sm text-pretty break-words text-muted">{text}</span>}
      </span>
      <span aria-hidden className={cn('mt-2 size-2 shrink-0 rounded-full', isNew && 'bg-accent')} />
    </>
  )
  const classes = 'flex w-full items-start gap-3.5 px-4 py-3.5 text-start'
  if (!path && !isNew) return <div className={classes}>{content}</div>
  return path ? (
    <Link to={path} className={cn(classes, 'hover:bg-soft/60')} onClick={isNew ? onRead : undefined}>
      {content}
    </Link>
  ) : (
    <button type="button" className={cn(classes, 'hover:bg-soft/60')} onClick={onRead}>
      {content}
    </button>
  )
}
