import { useTranslation } from 'react-i18next'
import { LogoMark } from '@/components/ui/logo'
import { MailFrame } from '@/entities/message'
import { useFirmName, useSettings } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { cn } from '@/lib/utils'
import { type Message, sampleCode, sampleLink } from '../model/message-model'

const frame = 'rounded-card border border-line bg-card'

/** A message as people get it: on a phone, or in a mail program. Of a text message also the parts that are billed. */
export function MessageView({ message, locale }: { message: Message; locale: string }) {
  const { t } = useTranslation('languages')
  const { settings } = useSettings()
  const firm = useFirmName()
  if (message.kind === 'sms') {
    return (
      <>
        <p
          className={cn(
            frame,
            'w-fit max-w-80 rounded-ss-none bg-soft px-3.5 py-2.5 text-sm break-words whitespace-pre-wrap'
          )}
        >
          {message.text}
        </p>
        <Segments counted={message.counted} />
      </>
    )
  }
  if (message.kind === 'push') {
    return (
      <div className={cn(frame, 'flex max-w-96 gap-2.5 p-3 text-sm')}>
        <LogoMark logo={settings?.logo} name={firm} className="shrink-0" />
        <div className="min-w-0">
          <p className="truncate text-xs text-muted">{firm}</p>
          <p className="font-semibold break-words">{message.title}</p>
          <p className="break-words whitespace-pre-line">{message.text}</p>
        </div>
      </div>
    )
  }
  return (
    <>
      <p className="mb-2 text-sm font-semibold break-words">{message.subject}</p>
      <MailFrame
        label={t('preview.mail')}
        title={message.subject}
        text={message.paragraphs.join('\n\n')}
        code={sampleCode}
        link={sampleLink}
        locale={locale}
      />
    </>
  )
}

/** Says into how many parts a text message is divided. */
function Segments({ counted }: { counted: Extract<Message, { kind: 'sms' }>['counted'] }) {
  const { t, i18n } = useTranslation('languages')
  const { settings } = useSettings()
  const cost = settings?.sms_price
    ? formatNumber(counted.segments * settings.sms_price, i18n.language, {
        style: 'currency',
        currency: settings.code,
        maximumFractionDigits: 4
      })
    : null
  return (
    <p className={cn('mt-1.5 text-xs tabular', counted.segments > 1 ? 'text-warn' : 'text-muted')}>
      {t('preview.segments', { ...counted, limit: counted.encoding === 'ucs2' ? 70 : 160 })}
      {cost && ` ${t('preview.about', { cost })}`}
      {counted.segments > 1 && ` ${t('preview.billed')}`}
      {counted.encoding === 'ucs2' && ` ${t('preview.ucs2')}`}
    </p>
  )
}
