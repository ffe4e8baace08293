import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '@/components/data-table'
import { FormBeside } from '@/components/ui/form-beside'
import { PendingApprovals } from '@/entities/approval'
import { ReverseDialog } from '@/entities/decision'
import { useTableHost } from '@/entities/person'
import { CreditForm } from '@/entities/wallet'
import { useCreditTable } from './hooks/use-credit-table'
import type { Credit } from './queries'

/** The page that adds credit to a rider's or driver's wallet, beside the list of earlier credits. */
export function AddToWalletPage() {
  const { t } = useTranslation('wallet_credit')
  const [chosen, setChosen] = useState<Credit | null>(null)
  const definition = useCreditTable(setChosen)
  const host = useTableHost()
  return (
    <>
      <FormBeside
        page={definition.label}
        title={t('new')}
        form={<CreditForm />}
        notice={<PendingApprovals kinds={['credit', 'refund', 'reversal', 'fare', 'cash', 'extra', 'export']} />}
      >
        {(isPart) => <DataTable definition={definition} host={host} isPart={isPart} />}
      </FormBeside>
      {chosen?.decision_id && (
        <ReverseDialog
          decision={{ id: chosen.decision_id, kind: 'credit', amount: chosen.amount }}
          onClose={() => setChosen(null)}
          // The table follows the audit log by itself.
          onReversed={() => {}}
        />
      )}
    </>
  )
}
