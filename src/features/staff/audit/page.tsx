import { AuditTable } from '@/entities/audit'

/** The page of the audit log: who changed what, and when. */
export function AuditPage() {
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <AuditTable />
    </main>
  )
}
