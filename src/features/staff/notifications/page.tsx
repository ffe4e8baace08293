import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { DataTable } from '@/components/data-table'
import { CommandDialog } from '@/components/ui/command-dialog'
import { FormBeside } from '@/components/ui/form-beside'
import { useTableHost } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { deleteNotification, sendNotification, stopNotification } from './commands'
import { ComposeForm } from './components/compose-form'
import { type Command, useNotificationTable } from './hooks/use-notification-table'
import type { Draft } from './model'
import { type Notification, useAudience } from './queries'

/** The page with the form that composes a notification, and the list of earlier ones beside it. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const [asked, setAsked] = useState<{ command: Command; row: Notification } | null>(null)
  const ask = useCallback((command: Command, row: Notification) => setAsked({ command, row }), [])
  const definition = useNotificationTable(ask)
  const host = useTableHost()
  const { mutate } = useSWRConfig()
  const recount = () => void mutate((key) => Array.isArray(key) && key[0] === 'receivers')
  return (
    <>
      <FormBeside page={definition.label} title={t('compose')} form={<ComposeForm onMade={recount} />}>
        {(isPart) => <DataTable definition={definition} host={host} isPart={isPart} />}
      </FormBeside>
      {asked?.command === 'send' && <SendDialog row={asked.row} onClose={() => setAsked(null)} />}
      {asked?.command === 'stop' && <StopDialog row={asked.row} onClose={() => setAsked(null)} />}
      {asked?.command === 'delete' && <DeleteDialog row={asked.row} onClose={() => setAsked(null)} />}
    </>
  )
}

interface RowDialogProps {
  row: Notification
  onClose: () => void
}

function SendDialog({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('notifications')
  const { count = 0, problem } = useAudience(row as unknown as Draft)
  const send = useCommand(() => sendNotification(row.id), { done: t('sent'), onDone: onClose })
  return (
    <CommandDialog
      title={t('ask.title')}
      text={t('ask.text', { count, title: row.title })}
      confirm={t('send')}
      variant="accent"
      command={{ busy: send.busy, error: send.error ?? problem }}
      onConfirm={() => void send.run()}
      onClose={onClose}
    />
  )
}

function StopDialog({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('notifications')
  const stop = useCommand(() => stopNotification(row.id), { done: t('stop.done'), onDone: onClose })
  return (
    <CommandDialog
      title={t('stop.title')}
      text={t('stop.text', { title: row.title })}
      confirm={t('stop.confirm')}
      command={stop}
      onConfirm={() => void stop.run()}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ row, onClose }: RowDialogProps) {
  const { t } = useTranslation('notifications')
  const remove = useCommand(() => deleteNotification(row.id), { done: t('deleted'), onDone: onClose })
  return (
    <CommandDialog
      title={t('delete.title')}
      text={t('delete.text', { title: row.title })}
      confirm={t('delete.confirm')}
      command={remove}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    />
  )
}
