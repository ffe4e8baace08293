import { useTranslation } from 'react-i18next'
import { LogoMark } from '@/components/ui/logo'
import { useFirmName, useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { type Message, messageOf } from '../../model/message-model'
import type { TextRow } from '../../model/rows'

interface MessagePreviewProps {
  rows: readonly TextRow[]
  row: TextRow
  locale: string
  dir: 'ltr' | 'rtl'
}

/** Shows a text of a message as people get it: on a phone, or in a mail. Shows nothing for a text of a page. */
export function MessagePreview({ rows, row, locale, dir }: MessagePreviewProps) {
  const { t } = useTranslation('languages')
  const firm = useFirmName()
  const say = (key: string) => {
    const found = rows.find((one) => one.key === key)
    return found ? (found.problem ? found.shown : (found.text ?? found.shown)) : ''
  }
  const message = messageOf(row.key, say, firm)
  if (!message) return null
  return (
    <section aria-label={t(`preview.${message.kind}`)}>
      <h2 className="mb-1.5 text-xs text-muted">{t(`preview.${message.kind}`)}</h2>
      <div dir={dir} lang={locale}>
        <Shown message={message} firm={firm} />
      </div>
      {message.kind === 'sms' && (
        <p className={cn('mt-1.5 text-xs tabular', message.counted.segments > 1 ? 'text-warn' : 'text-muted')}>
          {t('preview.segments', { ...message.counted, limit: message.counted.encoding === 'ucs2' ? 70 : 160 })}
          {message.counted.segments > 1 && ` ${t('preview.billed')}`}
          {message.counted.encoding === 'ucs2' && ` ${t('preview.ucs2')}`}
        </p>
      )}
    </section>
  )
}

const frame = 'rounded-card border border-line bg-card'

function Shown({ message, firm }: { message: Message; firm: string }) {
  const { settings } = useSettings()
  if (message.kind === 'sms') {
    return (
      <p
        className={cn(
          frame,
          'w-fit max-w-80 rounded-ss-none bg-soft px-3.5 py-2.5 text-sm break-words whitespace-pre-wrap'
        )}
      >
        {message.text}
      </p>
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
    <div className={cn(frame, 'space-y-3 p-4 text-sm')}>
      <p className="border-b border-line pb-2 font-semibold break-words">{message.subject}</p>
      <LogoMark logo={settings?.logo} name={firm} />
      {message.paragraphs.map((paragraph) => (
        <p key={paragraph} className="break-words">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
