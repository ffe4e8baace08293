import { ArrowUpFromLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { type Role, useSession } from '@/entities/person'
import { useFormat, useSettings } from '@/entities/settings'
import { Balance, type OwnWallet, WalletHistory } from '@/entities/wallet'
import { BankSection } from './components/bank-section'
import { WithdrawDialog } from './components/withdraw-dialog'
import { Withdrawals } from './components/withdrawals'
import { useWallet } from './queries'

/** The page of a rider's or driver's wallet: balance, movements and withdrawals. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const { user, role } = useSession()
  return (
    <PageFrame title={t('common:pages.wallet.title')} width="column">
      {user && role && <Own userId={user.id} role={role} />}
    </PageFrame>
  )
}

function Own({ userId, role }: { userId: string; role: Role }) {
  const { t } = useTranslation('wallet')
  const { settings } = useSettings()
  const { own, withdrawals, history, reload } = useWallet(userId)
  const error = own.error ?? withdrawals.error
  return (
    <div className="mt-6 space-y-10">
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      {own.data ? (
        <Money userId={userId} role={role} wallet={own.data} onAsked={reload} />
      ) : (
        !error && <Skeleton className="h-36 rounded-card" />
      )}
      <Suspense>
        <SavedCards userId={userId} />
      </Suspense>
      <Withdrawals rows={withdrawals.data ?? []} />
      {own.data?.can_withdraw && settings?.bank_fields && <BankSection userId={userId} />}
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t('history')}</h2>
        <WalletHistory history={history} />
      </section>
    </div>
  )
}

const SavedCards = lazy(() => import('./components/saved-cards').then((part) => ({ default: part.SavedCards })))

const TopUp = lazy(() => import('./components/top-up').then((part) => ({ default: part.TopUp })))

interface MoneyProps {
  userId: string
  role: Role
  wallet: OwnWallet
  onAsked: () => void
}

/** Shows the balance, warnings about a debt or a waiting period, and the ways to withdraw and to top up. */
function Money({ userId, role, wallet, onAsked }: MoneyProps) {
  const { t } = useTranslation('wallet')
  const { money, dateTime } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { balance, bonus, withdrawable: free, can_withdraw: canWithdraw, waits_until: until } = wallet
  return (
    <section aria-label={t('balance')} className="space-y-4 rounded-card border border-line bg-card p-5 md:p-6">
      <Balance balance={balance} bonus={bonus} className="text-4xl" />
      {balance < 0 && (
        <Alert tone="warn">{t(`owed.${role === 'driver' ? 'driver' : 'rider'}`, { amount: money(-balance) })}</Alert>
      )}
      {canWithdraw && until && <Alert tone="warn">{t('waits', { until: dateTime(until) })}</Alert>}
      {canWithdraw && (
        <Button variant="accent" size="lg" disabled={free <= 0 || Boolean(until)} onClick={() => setOpen(true)}>
          <ArrowUpFromLine aria-hidden />
          {t('withdraw.open')}
        </Button>
      )}
      {(role === 'rider' || balance < 0) && (
        // As high as the button, so that it moves nothing when it has loaded.
        <Suspense fallback={<div aria-hidden className="h-12" />}>
          <TopUp mayTopUp={role === 'rider'} balance={balance} />
        </Suspense>
      )}
      {isOpen && (
        <WithdrawDialog
          userId={userId}
          free={free}
          onDone={() => {
            setOpen(false)
            onAsked()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}
