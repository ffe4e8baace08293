import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { Switch } from '@/components/ui/switch'
import { useFirmName } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { saveNewsConsent } from '../commands'
import { getNewsConsents, type NewsConsent } from '../queries'

const keyOf = (userId: string) => ['news-consents', userId] as const

/** Asks whether the person wants news by mail and by text message. Nobody gets them without a yes here. */
export function NewsConsents({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  const id = useId()
  const { data, error, mutate } = useSWR(keyOf(userId), getNewsConsents)
  if (error) return <ErrorBanner error={error} onRetry={() => void mutate()} />
  if (!data || data.length === 0) return null
  return (
    <fieldset aria-describedby={id} className="rounded-card border border-line bg-card px-4 py-3.5 text-sm">
      <legend className="float-start w-full font-medium">{t('news.title')}</legend>
      <p id={id} className="clear-both text-pretty text-muted">
        {t('news.text')}
      </p>
      <div className="mt-2 divide-y divide-line border-t border-line">
        {data.map((consent) => (
          <Consent key={consent.channel} userId={userId} consent={consent} />
        ))}
      </div>
    </fieldset>
  )
}

function Consent({ userId, consent: { channel, receiver, given } }: { userId: string; consent: NewsConsent }) {
  const { t } = useTranslation('profile')
  const id = useId()
  const firm = useFirmName()
  const errorText = useErrorText()
  const words = t(`news.${channel}`, { firm })
  // What the page says, with the address, is the proof of what the person agreed to.
  const save = useCommand(
    (isGiven: boolean) => saveNewsConsent(channel, isGiven, `${words} (${receiver}). ${t('news.text')}`),
    {
      done: t('news.saved'),
      invalidates: () => [keyOf(userId)]
    }
  )
  return (
    <div className="py-1">
      <div className="flex min-h-11 items-center gap-4 py-1.5">
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer text-pretty">
          {words}{' '}
          <bdi dir="ltr" className="text-muted">
            {receiver}
          </bdi>
        </label>
        <Switch
          id={id}
          checked={save.busy ? (save.sent ?? given) : given}
          onChange={(isGiven) => void save.run(isGiven)}
        />
      </div>
      {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
    </div>
  )
}
