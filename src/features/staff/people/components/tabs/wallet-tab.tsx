import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { PendingApprovals } from '@/entities/approval'
import { staffName, staffPersonKey } from '@/entities/person'
import { Balance, CashInForm, CreditForm, useWalletHistory, WalletHistory } from '@/entities/wallet'
import type { TabProps } from './tab-props'

/** Shows a person's wallet: its balance and movements, and the form that adds credit. */
export function WalletTab({ person, rights }: TabProps) {
  const { t } = useTranslation('wallet')
  const { mutate } = useSWRConfig()
  const history = useWalletHistory(person.id)
  const onCredited = () => {
    void history.mutate()
    void mutate(staffPersonKey(person.id))
  }
  const owing = Math.max(0, person.bonus_balance - person.wallet_balance)
  const found = {
    id: person.id,
    name: staffName(person),
    role: person.usertype as 'rider',
    contact: '',
    balance: person.wallet_balance
  }
  return (
    <div className="flex flex-1 flex-col-reverse justify-end lg:flex-row lg:justify-start">
      <section aria-label={t('history')} className="min-w-0 flex-1">
        <WalletHistory history={history} className="px-4 md:px-6" />
      </section>
      <aside className="w-full shrink-0 space-y-5 border-line p-4 max-lg:border-b md:p-6 lg:w-[22.5rem] lg:border-s">
        <Balance balance={person.wallet_balance} bonus={person.bonus_balance} className="text-2xl" />
        {rights.canPayOut && person.usertype === 'driver' && owing > 0 && (
          <CashInForm driverId={person.id} owing={owing} onTaken={onCredited} />
        )}
        {rights.canCredit && <CreditForm of={found} onCredited={onCredited} />}
        {rights.canCredit && <PendingApprovals kinds={['credit', 'reversal']} />}
      </aside>
    </div>
  )
}
