import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import type { Tables } from '@/types/database'
import { KeyButton } from '../key-button'
import type { SectionProps } from './section-props'

type Message = Tables<'chat_messages'>

const readChat = async (bookingId: string): Promise<Message[]> =>
  (await unwrap(supabase.rpc('read_chat', { booking_id: bookingId }))).rows

/** The chat of rider and driver. It is loaded only after a press, because each reading is logged. */
export function ChatTranscript({ booking }: SectionProps) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const [messages, setMessages] = useState<Message[] | null>(null)
  const read = useCommand(() => readChat(booking.id), { byKey: true, onDone: setMessages })
  if (messages) {
    return messages.length === 0 ? (
      <p className="text-muted">{t('chat.none')}</p>
    ) : (
      <Messages messages={messages} rider={booking.customer_name} driver={booking.driver_name ?? ''} />
    )
  }
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <MessagesSquare aria-hidden className="size-6 text-muted" />
      <p className="max-w-72 text-muted">{t('chat.logged')}</p>
      {read.error && <Alert tone="bad">{errorText(read.error)}</Alert>}
      <KeyButton keys="z" label={t('chat.read')} busy={read.busy} onPress={() => void read.run()} />
    </div>
  )
}

interface MessagesProps {
  messages: readonly Message[]
  rider: string
  driver: string
}

function Messages({ messages, rider, driver }: MessagesProps) {
  const { t } = useTranslation('panel')
  const { dateTime } = useFormat()
  return (
    <ol className="space-y-3">
      {messages.map(({ id, source, message, created_at }) => (
        <li key={id} className={cn('max-w-[85%]', source === 'driver' && 'ms-auto')}>
          <p className="mb-0.5 text-xs text-muted">
            <span className="sr-only">{t(`person.${source}`)} </span>
            <bdi>{source === 'driver' ? driver : rider}</bdi> ·{' '}
            <time dateTime={created_at} className="tabular">
              {dateTime(created_at)}
            </time>
          </p>
          <p
            dir="auto"
            className={cn(
              'rounded-card px-3 py-2 break-words whitespace-pre-wrap',
              source === 'driver' ? 'bg-info-soft' : 'bg-soft'
            )}
          >
            {message}
          </p>
        </li>
      ))}
    </ol>
  )
}
