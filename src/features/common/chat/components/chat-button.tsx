import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
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
import { useOpenConversation } from '../hooks/use-open-conversation'
import { useReadMark } from '../hooks/use-read-mark'
import { countUnread, hasSaid } from '../model/messages'
import { Composer } from './composer'
import { MessageList } from './message-list'
import { SoundSwitch } from './sound-switch'
import { Count } from './unread-count'

interface ChatButtonProps {
  bookingId: string
  /** The id of the signed-in person. */
  me: string
  role: 'rider' | 'driver'
  /** The other person's name. */
  otherName: string
  /** The booking's driver, if a rider writes: another driver does not get what waits for a network. */
  driverId: string | null
  /** Whether the driver is waiting for the rider's code. */
  asksForCode: boolean
}

/** The button "Message" with the number of unread messages; it opens the conversation. */
export function ChatButton({ bookingId, me, role, otherName, driverId, asksForCode }: ChatButtonProps) {
  const { t } = useTranslation('chat')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(isConversation(hash))
  const chat = useConversation(bookingId, me, driverId)
  const [readUntil, setReadUntil] = useReadMark(bookingId)
  const { data: code } = useStartCode(isOpen && asksForCode && role === 'rider' ? bookingId : null)
  const canTell = code && !hasSaid(chat.messages, code)
  const isOut = chat.messages.some(({ state }) => state === 'waiting')
  useOpenConversation(bookingId, isOpen)
  const unread = isOpen ? 0 : countUnread(chat.stored, me, readUntil)
  const lastAt = chat.stored.at(-1)?.created_at ?? null

  // A toast leads to the conversation of the page that is already open.
  useEffect(() => {
    if (isConversation(hash)) setOpen(true)
  }, [hash])
  useEffect(() => {
    if (isOpen && lastAt) setReadUntil(lastAt)
  }, [isOpen, lastAt, setReadUntil])

  const change = (next: boolean) => {
    setOpen(next)
    // Another press on the same link opens it again.
    if (!next && isConversation(hash)) void navigate({ hash: '' }, { replace: true })
  }

  return (
    <>
      <LiveRegion>{unread > 0 && `${unread} ${t('unread', { count: unread })}`}</LiveRegion>
      <Dialog open={isOpen} onOpenChange={change}>
        <DialogTrigger asChild>
          <Button size="lg">
            <MessageCircle aria-hidden />
            {t('open')}
            <Count of={unread} />
          </Button>
        </DialogTrigger>
        <DialogContent className="flex h-[80svh] flex-col overflow-hidden sm:h-[36rem]">
          <DialogHeader className="mb-0">
            <DialogTitle>{otherName}</DialogTitle>
            <DialogDescription>{t('about')}</DialogDescription>
          </DialogHeader>
          <SoundSwitch />
          {chat.error && !isOut ? <ErrorBanner error={chat.error} onRetry={chat.reload} className="mt-2" /> : null}
          <MessageList
            messages={chat.messages}
            empty={chat.isLoading ? '' : t('empty')}
            onRetry={chat.retry}
            onDrop={chat.drop}
          />
          <Composer role={role} code={canTell ? code : null} onSend={chat.send} />
        </DialogContent>
      </Dialog>
    </>
  )
}
