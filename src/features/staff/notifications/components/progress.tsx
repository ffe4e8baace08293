import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { type Notification, useProgress } from '../queries'

/** Shows the state of a notification: a draft, being sent (with its progress), or sent. */
export function Progress({ row }: { row: Notification }) {
  const { t } = useTranslation('notifications')
  if (!row.sent_at) return <Badge>{t('state.draft')}</Badge>
  return <Sending row={row} recipients={row.recipients ?? 0} />
}

function Sending({ row, recipients }: { row: Notification; recipients: number }) {
  const { t } = useTranslation('notifications')
  const progress = useProgress(row)
  if (row.stopped_at) {
    const { sent, stopped, dead } = progress
    return (
      <Badge dot tone="warn">
        {t('state.stopped', { sent, stopped, refused: dead })}
      </Badge>
    )
  }
  if (progress.queued > 0) {
    return (
      <Badge dot tone="info">
        {t('state.sending', { sent: recipients - progress.queued, count: recipients })}
      </Badge>
    )
  }
  if (progress.dead > 0) {
    return (
      <Badge dot tone="warn">
        {t('state.partly', { sent: recipients - progress.dead, count: recipients })}
      </Badge>
    )
  }
  return (
    <Badge dot tone="ok">
      {t('state.sent')}
    </Badge>
  )
}
