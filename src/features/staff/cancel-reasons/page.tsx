import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/components/data-table'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useTableHost } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { deleteReason } from './commands'
import { type Deletion, useReasonTable } from './hooks/use-reason-table'

/** The page of the reasons for cancelling, in the order in which people see them. */
export function CancelReasonsPage() {
  const { t } = useTranslation('cancelreasons')
  const [asked, ask] = useState<Deletion | null>(null)
  const definition = useReasonTable(ask)
  const host = useTableHost()
  const deleting = useCommand(deleteReason, {
    done: t('deleted'),
    onDone: () => {
      asked?.onDone()
      ask(null)
    }
  })
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {asked && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => ask(null)}
          title={t('delete_title')}
          text={t('delete_text', { label: asked.reason.label })}
          keep={t('keep')}
          confirm={t('delete')}
          busy={deleting.busy}
          error={deleting.error}
          onConfirm={() => void deleting.run(asked.reason)}
        />
      )}
    </main>
  )
}
