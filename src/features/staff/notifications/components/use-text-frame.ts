import { useTranslation } from 'react-i18next'
import { paths } from '@/config/paths'
import { useFirmName } from '@/entities/settings'
import type { Frame } from '../model'

/** The link in each message with which its receiver ends the news, with a key as long as a real one. */
export const sampleLink = (): string => new URL(paths.textChoices('0'.repeat(24)), window.location.origin).href

/** Returns how a text message reads besides the words of the notification: who writes, and how the news end. */
export function useTextFrame(): Frame {
  const { t } = useTranslation('sent_messages')
  const firm = useFirmName()
  return (body) => `${firm}: ${body}\n${t('news.sms', { link: sampleLink() })}`
}
