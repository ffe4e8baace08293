import { Bell, CheckCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { Loading } from '@/components/ui/loading'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import type { Notice } from '@/entities/notice'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { addDays, writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { NoticeRow } from './components/notice-row'
import { useNotices } from './hooks/use-notices'

/** A person's notices, latest first. */
export function NoticesPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <PageFrame title={t('pages.notices.title')} width="column">
      {user && <Own userId={user.id} />}
    </PageFrame>
  )
}

function Own({ userId }: { userId: string }) {
  const { t } = useTranslation('notice_list')
  const { rows, error, reload, hasMore, isBusy, more, unread, read, isReading } = useNotices(userId)
  if (!rows) return error ? <ErrorState error={error} onRetry={reload} /> : <Waiting />
  if (rows.length === 0) {
    return (
      <EmptyState icon={Bell} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    )
  }
  return (
    <div className="mt-4 space-y-6">
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      <div className="flex min-h-10 items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {t(unread > 0 ? 'unread' : 'all_read', { count: unread })}
        </p>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="pointer-coarse:min-h-11"
            busy={isReading}
            onClick={() => read(null)}
          >
            <CheckCheck aria-hidden />
            {t('read_all')}
          </Button>
        )}
      </div>
      <Days rows={rows} onRead={(id) => read([id])} />
      {hasMore && (
        <Button className="w-full" busy={isBusy} onClick={more}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** The notices grouped by day, in the operator's time zone. */
function Days({ rows, onRead }: { rows: readonly Notice[]; onRead: (id: string) => void }) {
  const { t } = useTranslation('notice_list')
  const { locale, timeZone } = useFormat()
  const today = dayOf(serverNow(), timeZone)
  const nameOf = (day: string) => {
    if (day === today) return t('today')
    if (day === addDays(today, -1)) return t('yesterday')
    return writtenDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })
  }
  const days = new Map<string, Notice[]>()
  for (const notice of rows) {
    const day = dayOf(Date.parse(notice.created_at), timeZone)
    days.set(day, [...(days.get(day) ?? []), notice])
  }
  return [...days].map(([day, notices]) => (
    <section key={day} aria-label={nameOf(day)}>
      <h2 className="mb-2 text-sm font-medium text-muted">{nameOf(day)}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeRow notice={notice} onRead={() => onRead(notice.id)} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Waiting() {
  return (
    <Loading className="mt-8 space-y-3">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  )
}
