import { BellRing } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { pushKey } from '@/entities/push'
import { useFormat } from '@/entities/settings'
import { ownPushToken } from '@/lib/page/push-device'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { changePushDevice, removePushDevice } from '../commands'
import { getPushDevices, PUSH_CHANNELS, type PushDevice } from '../queries'

const keyOf = (userId: string) => [...pushKey(userId), 'devices'] as const

/** The devices that get the person's push messages: what each gets, when it was last used, and a dialog that changes it. */
export function PushDevices({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  const { dateTime } = useFormat()
  const { data, error, mutate } = useSWR(keyOf(userId), () => getPushDevices(userId))
  const [changed, setChanged] = useState<PushDevice | null>(null)
  const nameOf = useDeviceName()
  if (error) return <ErrorBanner error={error} onRetry={() => void mutate()} />
  if (!data || data.length === 0) return null
  const own = ownPushToken()
  return (
    <>
      <ul aria-label={t('push.title')} className="divide-y divide-line rounded-card border border-line bg-card">
        {data.map((device) => (
          <li key={device.token} className="flex items-center gap-3.5 px-4 py-3.5 text-sm">
            <BellRing aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-medium rtl:text-right">
                {nameOf(device)}
              </span>
              <span className={device.token === own ? 'block text-ok' : 'block text-muted'}>
                {device.token === own ? t('devices.this') : t('devices.last', { at: dateTime(device.seen_at) })}
              </span>
              <span className="block text-muted">
                {device.channels.length === 0
                  ? t('push.nothing')
                  : PUSH_CHANNELS.filter((channel) => device.channels.includes(channel))
                      .map((channel) => t(`push.channel.${channel}`))
                      .join(', ')}
              </span>
            </span>
            <Button
              size="sm"
              variant="ghost"
              className="pointer-coarse:min-h-11"
              aria-label={t('push.change_label', { name: nameOf(device) })}
              onClick={() => setChanged(device)}
            >
              {t('push.change')}
            </Button>
          </li>
        ))}
      </ul>
      {changed && <DeviceDialog userId={userId} device={changed} onClose={() => setChanged(null)} />}
    </>
  )
}

function useDeviceName() {
  const { t } = useTranslation('profile')
  return ({ name, platform }: PushDevice) => name ?? t(`push.platform.${platform as 'WEB' | 'IOS' | 'ANDROID'}`)
}

interface DeviceDialogProps {
  userId: string
  device: PushDevice
  onClose: () => void
}

function DeviceDialog({ userId, device, onClose }: DeviceDialogProps) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const id = useId()
  const [name, setName] = useState(useDeviceName()(device))
  const [channels, setChannels] = useState(device.channels)
  const limit = textLimits.push_tokens.name
  const isWrong = !name.trim() || isTooLong(name, limit)
  const save = useCommand(() => changePushDevice({ token: device.token, name: name.trim(), channels }), {
    done: t('push.saved'),
    invalidates: () => [keyOf(userId)],
    onDone: onClose
  })
  const remove = useCommand(() => removePushDevice(device.token), {
    done: t('push.removed'),
    invalidates: () => [keyOf(userId), pushKey(userId)],
    onDone: onClose
  })
  const error = save.error ?? remove.error
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) void save.run()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t('push.dialog')}</DialogTitle>
        </DialogHeader>
        <form noValidate onSubmit={onSubmit} className="space-y-4">
          <Field
            label={t('push.name')}
            error={name.trim() ? null : t('push.name_missing')}
            limit={{ text: name, of: limit }}
          >
            {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
          <fieldset className="divide-y divide-line rounded-card border border-line px-4">
            <legend className="sr-only">{t('push.kinds')}</legend>
            {PUSH_CHANNELS.map((channel) => (
              <div key={channel} className="flex min-h-11 items-center justify-between gap-4">
                <label htmlFor={`${id}-${channel}`} className="py-2.5 text-sm">
                  {t(`push.channel.${channel}`)}
                </label>
                <Switch
                  id={`${id}-${channel}`}
                  checked={channels.includes(channel)}
                  onChange={(isWanted) =>
                    setChannels(PUSH_CHANNELS.filter((one) => (one === channel ? isWanted : channels.includes(one))))
                  }
                />
              </div>
            ))}
          </fieldset>
          {error && <Alert tone="bad">{errorText(error)}</Alert>}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="ink" className="flex-1" busy={save.busy}>
              {t('common:save')}
            </Button>
            <Button
              type="button"
              variant="outline"
              className="text-bad"
              busy={remove.busy}
              onClick={() => void remove.run()}
            >
              {t('push.remove')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
