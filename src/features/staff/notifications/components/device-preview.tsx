import { useTranslation } from 'react-i18next'
import { LogoMark } from '@/components/ui/logo'
import { useFirmName, useFormat, useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import type { Draft } from '../model'

const looks = {
  IOS: {
    frame: 'rounded-[22px]',
    note: 'rounded-[14px] p-2.5',
    icon: 'size-8 rounded-[8px]',
    clock: 'text-center text-4xl'
  },
  ANDROID: {
    frame: 'rounded-[18px]',
    note: 'rounded-[20px] p-3',
    icon: 'size-6 rounded-full',
    clock: 'text-start ps-1 text-3xl'
  }
}

/** Shows roughly how the notification looks on a locked phone: two lines of title, four of text. */
export function DevicePreviews({ draft }: { draft: Pick<Draft, 'devicetype' | 'title' | 'body'> }) {
  const { t } = useTranslation('notifications')
  const devices = draft.devicetype === 'All' ? (['IOS', 'ANDROID'] as const) : [draft.devicetype]
  return (
    <section aria-label={t('preview')} className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-1">
      {devices.map((device) => (
        <Preview key={device} device={device} draft={draft} />
      ))}
    </section>
  )
}

function Preview({ device, draft }: { device: 'IOS' | 'ANDROID'; draft: Pick<Draft, 'title' | 'body'> }) {
  const { t } = useTranslation('notifications')
  const { time } = useFormat()
  const { settings } = useSettings()
  const look = looks[device]
  const app = useFirmName()
  return (
    <figure>
      <figcaption className="mb-1.5 text-xs text-muted">{t(`device.${device}`)}</figcaption>
      <div className={cn('border border-line bg-soft p-3', look.frame)}>
        <p aria-hidden className={cn('mb-2.5 font-semibold tracking-tight text-muted tabular', look.clock)}>
          {time(new Date())}
        </p>
        <div className={cn('flex gap-2.5 border border-line bg-card text-sm', look.note)}>
          <LogoMark logo={settings?.logo} name={app} className={cn('shrink-0', look.icon)} />
          <div className="min-w-0 flex-1">
            <p className="flex gap-2 text-xs text-muted">
              <span className="min-w-0 flex-1 truncate">{app}</span>
              <span>{t('just_now')}</span>
            </p>
            <p dir="auto" className="line-clamp-2 font-semibold break-words">
              {draft.title || t('field.title')}
            </p>
            <p dir="auto" className="line-clamp-4 break-words whitespace-pre-line">
              {draft.body || t('field.body')}
            </p>
          </div>
        </div>
      </div>
    </figure>
  )
}
