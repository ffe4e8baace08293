import { useTranslation } from 'react-i18next'
import { DataTable } from '@/components/data-table'
import { FormBeside } from '@/components/ui/form-beside'
import { PendingApprovals } from '@/entities/approval'
import { useTableHost } from '@/entities/person'
import { CreditForm } from '@/entities/wallet'
import { useCreditTable } from './use-credit-table'

/** The page that adds credit to a rider's or driver's wallet, beside the list of earlier credits. */
export function AddToWalletPage() {
  const { t } = useTranslation('wallet_credit')
  const definition = useCreditTable()
  const host = useTableHost()
  return (
    <FormBeside
      page={definition.label}
      title={t('new')}
      form={<CreditForm />}
      notice={<PendingApprovals kinds={['credit', 'refund', 'export']} />}
    >
      {(isPart) => <DataTable definition={definition} host={host} isPart={isPart} />}
    </FormBeside>
  )
}
