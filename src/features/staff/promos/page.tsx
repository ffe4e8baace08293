import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { useTableHost } from '@/entities/person'
import { DeletePromo } from './components/delete-promo'
import type { Promo } from './components/promo-form'
import { usePromoTable } from './hooks/use-promo-table'

/** The page that lists promotions, which are codes that reduce a fare. */
export function PromosPage() {
  const [deleted, setDeleted] = useState<Promo | null>(null)
  const definition = usePromoTable(setDeleted)
  const host = useTableHost()
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {deleted && <DeletePromo promo={deleted} onClose={() => setDeleted(null)} onDone={() => setDeleted(null)} />}
    </main>
  )
}
