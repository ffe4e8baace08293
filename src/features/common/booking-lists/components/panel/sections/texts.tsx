import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { closeText, resendMessage } from '@/entities/message'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { useCommand } from '@/lib/server/use-command'
import { cn } from '@/lib/utils'
import type { Database } from '@/types/database'
import { panelKeys } from '../keys'

type Text = Database['public']['Functions']['booking_texts']['Returns'][number]
type Words = TFunction<['panel', 'messages']>

const getTexts = async (bookingId: string) => await unwrap(supabase.rpc('booking_texts', { booking_id: bookingId }))

const isInbound = ({ words }: Text): boolean => words !== null

/**
 * The text messages and mails about a booking, for the office, as one conversation: what was sent and what became of it, and
 * what people wrote back.
 */
export function Texts({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation(['panel', 'messages'])
  const { data: texts = [], mutate } = useSWR(panelKeys.texts(bookingId), ([, id]) => getTexts(id))
  useBroadcast('admin', () => mutate(), { events: ['attention'] })
  const [asked, setAsked] = useState<Text | null>(null)
  if (texts.length === 0) return null
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{t('texts')}</h3>
      <ol aria-label={t('texts')} className="space-y-3">
        {texts.map((text) => (
          <Line key={`${isInbound(text)}${text.id}`} text={text} onAsk={() => setAsked(text)} />
        ))}
      </ol>
      {asked && <AskDialog text={asked} onDone={() => void mutate()} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** What a message is about; of one that came in, its words. */
const saidBy = (t: Words, { kind, words }: Text): string => words ?? t([`messages:kind.${kind}`, 'messages:kind.other'])

function Line({ text, onAsk }: { text: Text; onAsk: () => void }) {
  const { t } = useTranslation(['panel', 'messages'])
  const { dateTime } = useFormat()
  const { at, channel, receiver_end: end, state, reason, answer, can_resend } = text
  const isIn = isInbound(text)
  const waits = state === 'waits'
  const outcome = isIn
    ? t(`messages:inbound.state.${waits ? 'waits' : answer ? 'answered' : 'done'}`)
    : t(`messages:state.${state === 'sent' && reason ? 'perhaps' : state}`)
  return (
    <li className={cn('w-fit max-w-[85%]', !isIn && 'ms-auto')}>
      <p className="mb-0.5 text-xs text-muted">
        {t(isIn ? 'text_from' : channel === 'mail' ? 'mail_to' : 'text_to')}{' '}
        <bdi>{channel === 'mail' ? end : `***${end}`}</bdi> · <bdi className="tabular">{dateTime(at)}</bdi>
      </p>
      <p
        dir={isIn ? 'auto' : undefined}
        className={cn('rounded-card px-3 py-2 break-words whitespace-pre-line', isIn ? 'bg-soft' : 'bg-info-soft')}
      >
        {saidBy(t, text)}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs">
        <span className={state === 'failed' ? 'text-bad' : waits ? 'text-warn' : 'text-muted'}>{outcome}</span>
        {(waits || can_resend) && (
          <Button size="sm" variant="outline" onClick={onAsk}>
            {t(waits ? 'messages:inbound.close' : 'messages:resend')}
          </Button>
        )}
      </p>
    </li>
  )
}

interface AskDialogProps {
  text: Text
  onDone: () => void
  onClose: () => void
}

function AskDialog({ text, onDone, onClose }: AskDialogProps) {
  const { t } = useTranslation(['panel', 'messages'])
  const words = isInbound(text) ? 'messages:inbound.close' : 'messages:resend'
  const command = useCommand(() => (isInbound(text) ? closeText(text.id) : resendMessage(text.id)), {
    done: t(`${words}_done`),
    onDone: () => {
      onDone()
      onClose()
    }
  })
  return (
    <CommandDialog
      title={t(words)}
      text={t(`${words}_text`)}
      confirm={t(words)}
      variant="accent"
      command={command}
      onConfirm={() => void command.run()}
      onClose={onClose}
    />
  )
}
