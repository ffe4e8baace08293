import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/components/data-table'
import { CommandDialog } from '@/components/ui/command-dialog'
import { useTableHost } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { reviveReceiver } from './commands'
import { useMessageTable } from './hooks/use-message-table'
import type { Message } from './queries'

/** The page of text messages and mails: to whom, about what, and what became of each. */
export function MessagesPage() {
  const [asked, setAsked] = useState<Message | null>(null)
  const definition = useMessageTable(setAsked)
  const host = useTableHost()
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {asked && <ResetDialog row={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

function ResetDialog({ row, onClose }: { row: Message; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const reset = useCommand(() => reviveReceiver(row.id), { done: t('reset_done'), onDone: onClose })
  return (
    <CommandDialog
      title={t('reset')}
      text={t('reset_text')}
      confirm={t('reset')}
      variant="accent"
      command={reset}
      onConfirm={() => void reset.run()}
      onClose={onClose}
    />
  )
}
