import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { staffName } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { signOutPerson } from '../../commands'
import { type Device, getDevices } from '../../queries'
import type { TabProps } from './tab-props'

/** Lists the devices that get a person's messages or are signed in, with a button that signs all of them out. */
export function DevicesTab({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const key = ['devices', person.id]
  const { data, error, mutate } = useSWR(key, () => getDevices(person.id))
  const [isAsking, setAsking] = useState(false)
  const end = useCommand(() => signOutPerson(person.id), {
    done: t('devices.ended'),
    invalidates: () => [key],
    onDone: () => setAsking(false)
  })
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="m-4 h-48 md:m-6" />
      </Pending>
    )
  }
  const hasSession = data.some(({ kind }) => kind === 'session')
  return (
    <div className="max-w-3xl space-y-4 p-4 md:p-6">
      {data.length === 0 ? <EmptyState icon={Smartphone} title={t('devices.none')} /> : <DeviceList devices={data} />}
      {hasSession && rights.canEdit && (
        <Button variant="outline" className="text-bad" onClick={() => setAsking(true)}>
          <LogOut aria-hidden className="rtl:rotate-180" />
          {t('devices.end')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('devices.end_title', { name: staffName(person) })}
        text={t('devices.end_text')}
        keep={t('common:cancel')}
        confirm={t('devices.end')}
        busy={end.busy}
        error={end.error}
        onConfirm={() => void end.run()}
      />
    </div>
  )
}

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  return (
    <ul aria-label={t('tab.devices')} className="divide-y divide-line rounded-card border border-line text-sm">
      {devices.map(({ kind, name, channels, since, seen_at }) => {
        const Icon = kind === 'push' ? Smartphone : Monitor
        return (
          <li key={`${kind}${since}${name}`} className="flex items-center gap-3 px-4 py-3">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`devices.${kind}`)}</span>
              <span dir="auto" className="block truncate text-muted">
                {name}
                {channels && ` · ${channels.map((channel) => t([`devices.channel.${channel}`])).join(', ')}`}
              </span>
            </span>
            <span className="shrink-0 text-end text-muted tabular">
              {seen_at && dateTime(seen_at)}
              {since && <span className="block text-xs">{t('devices.since', { at: dateTime(since) })}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
