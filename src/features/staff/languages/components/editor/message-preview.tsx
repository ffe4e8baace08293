import { useTranslation } from 'react-i18next'
import { useFirmName } from '@/entities/settings'
import { messageOf } from '../../model/message-model'
import type { TextRow } from '../../model/rows'
import { MessageView } from '../message-view'

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
        <MessageView message={message} locale={locale} />
      </div>
    </section>
  )
}
