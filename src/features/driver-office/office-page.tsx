import { Bell, Phone, SendHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { LimitNote } from '@/components/ui/limit-note'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { dialled } from '@/lib/phone'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { messageDesk, talkKey, useTalk } from './api'
import { Talk } from './talk'

const LIMIT = textLimits.desk_messages.message

const QUICK = ['late', 'traffic', 'car', 'break', 'call'] as const

/** Driver and office in one conversation, with what is said most often a press away. */
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
            <a href={`tel:${dialled(number)}`}>
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
  const isWaiting = data?.at(-1)?.is_from_desk === false && data.at(-1)?.answered_at === null
  return (
    <section aria-labelledby="talk" className="mt-6 space-y-4">
      <h2 id="talk" className="sr-only">
        {t('messages')}
      </h2>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {data && <Talk messages={data} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isWaiting ? t('waiting') : ''}
      </p>
      <Composer driverId={driverId} />
    </section>
  )
}

function Composer({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver_office')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const send = useCommand(messageDesk, {
    invalidates: () => [talkKey(driverId)],
    onDone: (_, sent) => setText((now) => (now.trim() === sent ? '' : now))
  })
  const canSend = text.trim() !== '' && !isTooLong(text, LIMIT)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSend) void send.run(text.trim())
  }
  return (
    <div className="space-y-3">
      <ul aria-label={t('quick.label')} className="flex flex-wrap gap-2">
        {QUICK.map((key) => (
          <li key={key}>
            <Button
              variant="outline"
              className="h-11"
              busy={send.sent === t(`quick.${key}`)}
              disabled={send.busy}
              onClick={() => void send.run(t(`quick.${key}`))}
            >
              {t(`quick.${key}`)}
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="flex gap-2">
        <Input
          aria-label={t('message')}
          placeholder={t('message')}
          value={text}
          aria-describedby="office-limit"
          aria-invalid={isTooLong(text, LIMIT) || undefined}
          enterKeyHint="send"
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          size="icon"
          variant="accent"
          className="size-12"
          aria-label={t('send')}
          busy={send.busy}
          disabled={!canSend}
        >
          <SendHorizontal aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </form>
      <LimitNote id="office-limit" text={text} limit={LIMIT} />
      {send.error && <Alert tone="bad">{errorText(send.error)}</Alert>}
    </div>
  )
}
