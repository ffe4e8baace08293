import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { cancelGuard, confirmGuard } from '../commands'
import type { SettingWords } from '../hooks/use-words'
import type { Setting } from '../model/fields'
import { type GuardChange, guardsKey } from '../queries'

interface WaitingGuardProps {
  change: GuardChange
  setting: Setting
  words: SettingWords
}

/** Below a limit for staff that somebody has lowered: the change waits for a day, or for a second person, and can be stopped. */
export function WaitingGuard({ change, setting, words }: WaitingGuardProps) {
  const { t } = useTranslation('settings')
  const { dateTime } = useFormat()
  const errorText = useErrorText()
  const { key, kind } = setting
  const options = { invalidates: () => [guardsKey] }
  const confirm = useCommand(() => confirmGuard(key, change.value), { ...options, done: t('guard.confirmed') })
  const cancel = useCommand(() => cancelGuard(key), { ...options, done: t('guard.stopped') })
  const error = confirm.error ?? cancel.error
  return (
    <Alert tone="warn" className="m-3 mt-0">
      <p>
        {t('guard.waits', {
          setting: words.label(setting),
          value: words.show(setting, kind === 'switch' ? change.value === 'true' : change.value),
          name: change.asked_by,
          date: dateTime(change.applies_at ?? '')
        })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {change.can_confirm && (
          <Button type="button" size="sm" variant="outline" busy={confirm.busy} onClick={() => void confirm.run()}>
            {t('guard.confirm')}
          </Button>
        )}
        <Button type="button" size="sm" variant="outline" busy={cancel.busy} onClick={() => void cancel.run()}>
          {t('guard.stop')}
        </Button>
      </div>
      {error && <p className="mt-2 text-bad">{errorText(error)}</p>}
    </Alert>
  )
}
