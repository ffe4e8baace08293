import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { MOST_UNREAD, useUnread } from '@/entities/notice'
import { cn } from '@/lib/utils'

/** The link to the person's notices, with the number of unread notices. */
export function NoticeBell({ userId, className }: { userId: string; className?: string }) {
  const { t } = useTranslation()
  const unread = useUnread(userId)
  const label = t('pages.notices.title')
  return (
    <Link
      to={paths.notices}
      aria-label={unread > 0 ? `${label}: ${unread}` : label}
      className={cn('relative grid size-10 shrink-0 place-items-center hover:bg-soft', className)}
    >
      <Bell aria-hidden className="size-4" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -end-1 -top-1 grid h-5 min-w-5 place-items-center rounded-full bg-bad px-1 text-xs font-semibold text-paper tabular"
        >
          {unread > MOST_UNREAD ? `${MOST_UNREAD}+` : unread}
        </span>
      )}
    </Link>
  )
}
