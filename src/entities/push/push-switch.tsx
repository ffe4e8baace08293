import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Switch } from '@/components/ui/switch'
import { useErrorText } from '@/lib/server/use-error-text'
import { PushHelp } from './push-help'
import { usePush } from './use-push'

/** Switches notifications of this device on or off. */
export function PushSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const id = useId()
  const { state, change, busy, error } = usePush(userId)
  if (!state) return null
  if (state === 'unavailable') return <p className="text-sm text-pretty text-muted">{t('unavailable')}</p>
  const canSwitch = state === 'on' || state === 'off'
  return (
    <div className="space-y-3">
      {canSwitch && (
        <div className="flex items-center justify-between gap-4" aria-busy={busy}>
          <label htmlFor={id} className="text-sm font-medium">
            {t('switch')}
          </label>
          <Switch id={id} checked={state === 'on'} onChange={(isWanted) => !busy && change(isWanted)} />
        </div>
      )}
      {error && <Alert tone="bad">{errorText(error)}</Alert>}
      <PushHelp state={state} />
    </div>
  )
}
