import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { cancelGuard, confirmGuard, type GuardChange, guardsKey, useGuardChanges } from '../api'
import { type Area, fieldsOf } from '../fields'
import type { SettingWords } from '../use-words'

/** Lists limits for staff that somebody has lowered: they wait for a day, or for a second person, and can be stopped. */
export function WaitingGuards({ area, words }: { area: Area; words: SettingWords }) {
  const { data = [] } = useGuardChanges()
  const shown = data.filter(({ name }) => fieldsOf(area).some(({ key }) => key === name))
  if (shown.length === 0) return null
  return (
    <div className="m-4 space-y-2 md:mx-6">
      {shown.map((change) => (
        <Waiting key={change.name} change={change} area={area} words={words} />
      ))}
    </div>
  )
}

function Waiting({ change, area, words }: { change: GuardChange; area: Area; words: SettingWords }) {
  const { t } = useTranslation('settings')
  const { dateTime } = useFormat()
  const errorText = useErrorText()
  const name = change.name ?? ''
  const setting = fieldsOf(area).find(({ key }) => key === name)
  const options = { invalidates: () => [guardsKey] }
  const confirm = useCommand(() => confirmGuard(name, change.value), { ...options, done: t('guard.confirmed') })
  const cancel = useCommand(() => cancelGuard(name), { ...options, done: t('guard.stopped') })
  const error = confirm.error ?? cancel.error
  if (!setting) return null
  const value = setting.kind === 'switch' ? change.value === 'true' : change.value
  return (
    <Alert tone="warn">
      <p>
        {t('guard.waits', {
          setting: words.label(setting),
          value: words.show(setting, value),
          name: change.asked_by,
          date: dateTime(change.applies_at ?? '')
        })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {change.may_confirm && (
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
