import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '@/lib/page/toast'
import { useErrorText } from '@/lib/server/use-error-text'
import { outboxState, startOutbox, watchOutbox } from './outbox'

/** The messages that this device has not sent yet. */
export const useOutbox = () => useSyncExternalStore(watchOutbox, outboxState, outboxState)

/**
 * Sends a person's messages in the background of every page, and says which one the server has refused. Mounted once for a rider or
 * driver.
 */
export function useOutboxSender(userId: string): void {
  const { t } = useTranslation('chat_queue')
  const errorText = useErrorText()
  useEffect(
    () =>
      startOutbox(userId, ({ text, failedKey }) =>
        toast('error', `${t('not_sent', { text })} ${errorText(failedKey)}`)
      ),
    [userId, t, errorText]
  )
}
