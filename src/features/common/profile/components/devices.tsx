import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat, useIsDemo } from '@/entities/settings'
import { deviceOf } from '@/lib/page/device-name'
import { useCommand } from '@/lib/server/use-command'
import { endSessions } from '../commands'
import { getSessions, type OwnSession } from '../queries'

const key = 'own-sessions'

/** Lists the devices on which the caller is signed in, with buttons that sign them out. */
export function Devices() {
  const { t } = useTranslation('profile')
  const isDemo = useIsDemo()
  const { data, error, mutate } = useSWR(key, getSessions)
  const [isAsking, setAsking] = useState(false)
  const ending = useCommand((id: string | null) => endSessions(id), {
    done: t('devices.ended'),
    invalidates: () => [key],
    onDone: () => setAsking(false)
  })
  const hasOthers = data?.some(({ is_current }) => !is_current)
  return (
    <Section title={t('devices.title')} {...(isDemo ? { text: t('devices.demo') } : {})}>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {data ? (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {data.map((session) => (
            <Device
              key={session.id}
              session={session}
              isEnding={ending.busy && ending.sent === session.id}
              onEnd={() => void ending.run(session.id)}
            />
          ))}
        </ul>
      ) : (
        !error && <Skeleton className="h-24 rounded-card" />
      )}
      {hasOthers && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          title={t('devices.ask_title')}
          text={t('devices.ask_text')}
          keep={t('common:cancel')}
          confirm={t('devices.end_others')}
          busy={ending.busy && ending.sent === null}
          error={ending.error}
          onConfirm={() => void ending.run(null)}
          trigger={
            <Button variant="outline">
              <LogOut aria-hidden className="rtl:rotate-180" />
              {t('devices.end_others')}
            </Button>
          }
        />
      )}
    </Section>
  )
}

interface DeviceProps {
  session: OwnSession
  isEnding: boolean
  onEnd: () => void
}

function Device({ session, isEnding, onEnd }: DeviceProps) {
  const { t } = useTranslation('profile')
  const { dateTime } = useFormat()
  const { browser, system, isPhone } = deviceOf(session.name)
  const name = browser && system ? t('devices.on', { browser, system }) : (browser ?? system ?? t('devices.unknown'))
  const Icon = isPhone ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3.5 px-4 py-3.5 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className={session.is_current ? 'text-ok' : 'text-muted'}>
          {session.is_current ? t('devices.this') : t('devices.last', { at: dateTime(session.seen_at ?? '') })}
        </span>
      </span>
      {!session.is_current && (
        <Button
          size="sm"
          variant="ghost"
          className="pointer-coarse:min-h-11"
          busy={isEnding}
          aria-label={t('devices.end_label', { name })}
          onClick={onEnd}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
