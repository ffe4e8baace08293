import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import { DataTable } from '@/components/data-table'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Segmented } from '@/components/ui/segmented'
import { closeText, resendMessage } from '@/entities/message'
import { useTableHost } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { cn } from '@/lib/utils'
import { reviveReceiver } from './commands'
import { useInboundTable } from './hooks/use-inbound-table'
import { useMessageTable } from './hooks/use-message-table'
import { costWord } from './model'
import { type InboundText, type Message, useTextUsage } from './queries'

/** What a person is asked to confirm about a message or a text. */
type Asked = { what: 'reset' | 'resend'; row: Message } | { what: 'close'; row: InboundText }

/** The page of text messages and mails: to whom, about what, and what became of each; and what people write back. */
export function MessagesPage() {
  const { t } = useTranslation('messages')
  const [view, setView] = useState<'sent' | 'inbound'>('sent')
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <main id="main" className="flex h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem] flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-2 md:px-6">
        <Segmented
          label={t('title')}
          value={view}
          onChange={setView}
          options={(['sent', 'inbound'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <Usage />
      </div>
      <div className="min-h-0 flex-1">
        {view === 'sent' ? <SentTable onAsk={setAsked} /> : <InboundTable onAsk={setAsked} />}
      </div>
      {asked && <AskDialog asked={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

interface TableProps {
  onAsk: (asked: Asked) => void
}

function SentTable({ onAsk }: TableProps) {
  const [onReset] = useState(() => (row: Message) => onAsk({ what: 'reset', row }))
  const [onResend] = useState(() => (row: Message) => onAsk({ what: 'resend', row }))
  return <DataTable definition={useMessageTable(onReset, onResend)} host={useTableHost()} />
}

function InboundTable({ onAsk }: TableProps) {
  const [onClose] = useState(() => (row: InboundText) => onAsk({ what: 'close', row }))
  return <DataTable definition={useInboundTable(onClose)} host={useTableHost()} />
}

/** How much of the day's text messages is used, and what they cost as far as providers say it. */
function Usage() {
  const { t, i18n } = useTranslation('messages')
  const { data } = useTextUsage()
  const { settings } = useSettings()
  if (!data) return null
  const { used, limit, costs, estimated } = data
  const isNear = limit !== null && used >= 0.8 * limit
  return (
    <p className={cn('text-sm tabular', isNear ? 'font-semibold text-bad' : 'text-muted')}>
      {limit === null ? t('usage', { used }) : t('usage_of', { used, limit })}
      {costs.map(({ currency, amount }) => ` · ${costWord(amount, currency, i18n.language)}`)}
      {settings && estimated ? ` · ${t('about', { cost: costWord(estimated, settings.code, i18n.language) })}` : null}
    </p>
  )
}

function AskDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const words = asked.what === 'close' ? 'inbound.close' : asked.what
  const run = async (): Promise<unknown> =>
    asked.what === 'reset'
      ? reviveReceiver(asked.row.id)
      : asked.what === 'resend'
        ? resendMessage(asked.row.id)
        : closeText(asked.row.id)
  const command = useCommand(run, {
    done: t(`${words}_done`),
    onDone: () => {
      void mutate('text-usage')
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
