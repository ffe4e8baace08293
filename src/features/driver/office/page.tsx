import { Bell, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { MessageLine } from '@/components/ui/message-line'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import { queueMessage, useOutbox } from '@/entities/outbox'
import { useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { telLink } from '@/lib/typing/phone'
import { textLimits } from '@/types/text-limits'
import { Talk } from './components/talk'
import { useTalk } from './queries'

const LIMIT = textLimits.desk_messages.message

const QUICK = ['late', 'traffic', 'car', 'break', 'call'] as const

/** The conversation of driver and office, with buttons for common messages. */
export function DriverOfficePage() {
  const { t } = useTranslation('driver_office')
  const { user } = useSession()
  const { settings } = useSettings()
  const number = settings?.company_phone
  return (
    <PageFrame title={t('driver_pages:driver_office.title')} lead={t('lead')} width="column">
      <div className="mt-4 flex flex-wrap gap-2">
        {number && (
          <Button asChild size="lg" className="flex-1">
            <a href={telLink(number)}>
              <Phone aria-hidden />
              {t('call')}
            </a>
          </Button>
        )}
        <Button asChild size="lg" className="flex-1">
          <Link to={paths.notices}>
            <Bell aria-hidden />
            {t('notices')}
          </Link>
        </Button>
      </div>
      {user && <Own driverId={user.id} />}
    </PageFrame>
  )
}

function Own({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver_office')
  const { data, error, mutate } = useTalk(driverId)
  const { messages, isOut } = useOutbox()
  // The response and the refetch may arrive in either order.
  const queued = messages.filter(
    ({ bookingId, key }) => bookingId === null && !data?.some(({ client_key }) => client_key === key)
  )
  const isWaiting = data?.at(-1)?.is_from_desk === false && data.at(-1)?.answered_at === null
  return (
    <section aria-labelledby="talk" className="mt-6 space-y-4">
      <h2 id="talk" className="sr-only">
        {t('messages')}
      </h2>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {(data || queued.length > 0) && <Talk messages={data ?? []} queued={queued} isOut={isOut} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isWaiting ? t('waiting') : ''}
      </p>
      <Composer driverId={driverId} />
    </section>
  )
}

function Composer({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver_office')
  const send = (text: string) => queueMessage(driverId, { bookingId: null, text })
  return (
    <div className="space-y-3">
      <ul aria-label={t('quick.label')} className="flex flex-wrap gap-2">
        {QUICK.map((key) => (
          <li key={key}>
            <Button variant="outline" onClick={() => send(t(`quick.${key}`))}>
              {t(`quick.${key}`)}
            </Button>
          </li>
        ))}
      </ul>
      <MessageLine
        label={t('message')}
        send={t('send')}
        limit={LIMIT}
        onSend={(text) => {
          send(text)
          return true
        }}
      />
    </div>
  )
}
