import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { isConversation } from '@/config/paths'
import { useStartCode } from '@/entities/booking'
import { useConversation } from '../hooks/use-conversation'
import { useReadMark } from '../hooks/use-read-mark'
import { countUnread, hasSaid } from '../model'
import { Composer } from './composer'
import { MessageList } from './message-list'

interface ChatButtonProps {
  bookingId: string
  /** The id of the signed-in person. */
  me: string
  role: 'rider' | 'driver'
  /** The other person's name. */
  otherName: string
  /** Whether the driver is waiting for the rider's code. */
  asksForCode: boolean
}

/** The button "Message" with the number of unread messages; it opens the conversation. */
export function ChatButton({ bookingId, me, role, otherName, asksForCode }: ChatButtonProps) {
  const { t } = useTranslation('chat')
  const { hash } = useLocation()
  const [isOpen, setOpen] = useState(isConversation(hash))
  const chat = useConversation(bookingId, me)
  const [readUntil, setReadUntil] = useReadMark(bookingId)
  const { data: code } = useStartCode(isOpen && asksForCode && role === 'rider' ? bookingId : null)
  const canTell = code && !hasSaid(chat.messages, code)
  const unread = isOpen ? 0 : countUnread(chat.stored, me, readUntil)
  const lastAt = chat.stored.at(-1)?.created_at ?? null

  useEffect(() => {
    if (isOpen && lastAt) setReadUntil(lastAt)
  }, [isOpen, lastAt, setReadUntil])

  return (
    <>
      <LiveRegion>{unread > 0 && `${unread} ${t('unread', { count: unread })}`}</LiveRegion>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button size="lg">
            <MessageCircle aria-hidden />
            {t('open')}
            {unread > 0 && (
              <span className="grid h-6 min-w-6 place-items-center rounded-full bg-accent-soft px-1.5 text-sm tabular">
                {unread}
                <span className="sr-only"> {t('unread', { count: unread })}</span>
              </span>
            )}
          </Button>
        </DialogTrigger>
        <DialogContent className="flex h-[80svh] flex-col overflow-hidden sm:h-[36rem]">
          <DialogHeader className="mb-0">
            <DialogTitle>{otherName}</DialogTitle>
            <DialogDescription>{t('about')}</DialogDescription>
          </DialogHeader>
          {chat.error ? <ErrorBanner error={chat.error} onRetry={chat.reload} className="mt-2" /> : null}
          <MessageList messages={chat.messages} empty={chat.isLoading ? '' : t('empty')} onRetry={chat.retry} />
          <Composer role={role} code={canTell ? code : null} onSend={chat.send} />
        </DialogContent>
      </Dialog>
    </>
  )
}
