import { useCallback, useState } from 'react'
import { DataTable } from '@/components/data-table'
import { PendingApprovals } from '@/entities/approval'
import { useTableHost } from '@/entities/person'
import { type Command, WithdrawalDialog } from './components/withdrawal-dialog'
import { useWithdrawalTable } from './hooks/use-withdrawal-table'
import type { Withdrawal } from './queries'

/** The page of withdrawals from wallets to bank accounts. */
export function WithdrawsPage() {
  const [asked, setAsked] = useState<{ command: Command; row: Withdrawal } | null>(null)
  const ask = useCallback((command: Command, row: Withdrawal) => setAsked({ command, row }), [])
  const definition = useWithdrawalTable(ask)
  const host = useTableHost()
  return (
    <main id="main" className="flex h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem] flex-col">
      <PendingApprovals kinds={['payout', 'bank_release']} />
      <div className="min-h-0 flex-1">
        <DataTable definition={definition} host={host} />
      </div>
      {asked && <WithdrawalDialog {...asked} onClose={() => setAsked(null)} />}
    </main>
  )
}
