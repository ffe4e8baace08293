import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { MailFrame } from '@/entities/message'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { countSegments } from '../../../../../supabase/functions/_shared/phone/segments'
import { sendTest } from '../commands'
import { type Channel, type Draft, hasWords, type Words } from '../model'
import { DevicePreviews } from './device-preview'
import { sampleLink, useTextFrame } from './use-text-frame'

interface PreviewsProps {
  channels: readonly Channel[]
  devicetype: Draft['devicetype']
  words: Words
  locale: string
}

/** Shows how a notification looks on each of its channels, and sends it to oneself. */
export function Previews({ channels, devicetype, words, locale }: PreviewsProps) {
  const { t } = useTranslation('notifications')
  return (
    <>
      {channels.includes('push') && <DevicePreviews draft={{ devicetype, ...words }} />}
      {channels.includes('mail') && (
        <section aria-label={t('preview_mail')} className="space-y-2">
          <h3 className="text-xs text-muted">{t('preview_mail')}</h3>
          <MailPreview words={words} locale={locale} />
        </section>
      )}
      {channels.includes('sms') && (
        <section aria-label={t('preview_sms')} className="space-y-2">
          <h3 className="text-xs text-muted">{t('preview_sms')}</h3>
          <TextPreview words={words} />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        {channels.map((channel) => (
          <TestButton key={channel} channel={channel} words={words} locale={locale} />
        ))}
      </div>
    </>
  )
}

function MailPreview({ words, locale }: { words: Words; locale: string }) {
  const { t } = useTranslation(['notifications', 'sent_messages'])
  const link = sampleLink()
  const body = words.body || t('field.body')
  return (
    <MailFrame
      label={t('preview_mail')}
      title={words.title || t('field.title')}
      text={`${body}\n\n${t('sent_messages:news.mail', { link })}`}
      link={link}
      locale={locale}
    />
  )
}

function TextPreview({ words }: { words: Words }) {
  const { t } = useTranslation('notifications')
  const frame = useTextFrame()
  const text = frame(words.body || t('field.body'))
  const { segments } = countSegments(text)
  return (
    <>
      <p
        dir="auto"
        className="w-fit max-w-full rounded-card rounded-ss-none border border-line bg-soft px-3.5 py-2.5 text-sm break-words whitespace-pre-wrap"
      >
        {text}
      </p>
      <p className={segments > 1 ? 'text-xs text-warn' : 'text-xs text-muted'}>{t('cost.one', { count: segments })}</p>
    </>
  )
}

function TestButton({ channel, words, locale }: { channel: Channel; words: Words; locale: string }) {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const test = useCommand(() => sendTest({ channel, ...words, lang: locale }), { done: t('test.done') })
  return (
    <>
      <Button
        type="button"
        size="sm"
        variant="outline"
        busy={test.busy}
        disabled={!hasWords(words)}
        onClick={() => void test.run()}
      >
        {t(`test.${channel}`)}
      </Button>
      {test.error && (
        <Alert tone="bad" className="w-full">
          {errorText(test.error)}
        </Alert>
      )}
    </>
  )
}
