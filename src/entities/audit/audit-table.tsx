import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/components/data-table'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { useTableHost } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import type { Entry, Narrowed } from './api'
import { ChangeList } from './change-list'
import { useAuditTable } from './use-audit-table'

/** The audit log as a table: who changed what, and when. It shows all entries, or those of one database row. */
export function AuditTable({ of }: { of?: Narrowed }) {
  const [compared, setCompared] = useState<Entry | null>(null)
  const definition = useAuditTable(setCompared, of)
  const host = useTableHost()
  return (
    <>
      <DataTable definition={definition} host={host} />
      {compared && (
        <CompareDialog entry={compared} name={definition.rowName(compared)} onClose={() => setCompared(null)} />
      )}
    </>
  )
}

function CompareDialog({ entry, name, onClose }: { entry: Entry; name: string; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const { dateTime } = useFormat()
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="sm:max-h-[80svh] sm:w-[min(56rem,92vw)]">
        <DialogHeader>
          <DialogTitle>{name}</DialogTitle>
          <DialogDescription>
            {t('compared', {
              name: entry.actor_name ?? t([`actor.${entry.actor_role}`, 'actor.gone']),
              at: dateTime(entry.at)
            })}
          </DialogDescription>
        </DialogHeader>
        <ChangeList entry={entry} />
      </DialogContent>
    </Dialog>
  )
}
