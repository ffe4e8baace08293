import { useTranslation } from 'react-i18next'
import { staffName } from '@/entities/person'
import { BankDetails, PayoutWait } from '@/entities/wallet'
import type { TabProps } from './tab-props'

/** Shows a person's payout account after a press on a button (each reading is logged), and the withdrawals that wait. */
export function BankTab({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  return (
    <div className="max-w-xl space-y-4 p-4 text-sm md:p-6">
      {rights.canReleaseBank && <PayoutWait userId={person.id} name={staffName(person)} />}
      <p className="text-muted">{t('bank_lead')}</p>
      <BankDetails userId={person.id} reading="person" />
    </div>
  )
}
