import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { type Role, useSession } from '@/entities/person'
import { type Settings, useFormat, useSettings } from '@/entities/settings'
import { Balance, payoutWait, payoutWaitKey, WalletHistory } from '@/entities/wallet'
import { BankSection } from './bank-section'
import { useWallet, type WalletSum } from './queries'
import { WithdrawDialog } from './withdraw-dialog'
import { Withdrawals } from './withdrawals'

/** A rider's or driver's own money: what is there, what moved, and the way out to a bank. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const { user, role } = useSession()
  return (
    <PageFrame title={t('common:pages.wallet.title')} width="column">
      {user && role && <Own userId={user.id} role={role} />}
    </PageFrame>
  )
}

/** Drivers may always, riders where the operator lets them (domain, 13). */
const mayWithdraw = (role: Role, settings: Settings | null | undefined): boolean =>
  role === 'driver' || Boolean(settings?.rider_with_draw)

function Own({ userId, role }: { userId: string; role: Role }) {
  const { t } = useTranslation('wallet')
  const { settings } = useSettings()
  const { balance, withdrawals, history, reload } = useWallet(userId)
  const error = balance.error ?? withdrawals.error
  const isOffered = mayWithdraw(role, settings)
  return (
    <div className="mt-6 space-y-10">
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      {balance.data ? (
        <Money userId={userId} role={role} sum={balance.data} isOffered={isOffered} onAsked={reload} />
      ) : (
        !error && <Skeleton className="h-36 rounded-card" />
      )}
      <Withdrawals rows={withdrawals.data ?? []} />
      {isOffered && settings?.bank_fields && <BankSection userId={userId} />}
      <section>
        <h2 className="mb-2 text-lg font-semibold">{t('history')}</h2>
        <WalletHistory history={history} />
      </section>
    </div>
  )
}

interface MoneyProps {
  userId: string
  role: Role
  sum: WalletSum
  isOffered: boolean
  onAsked: () => void
}

/** The balance, what it means, and the button that takes money out. */
function Money({ userId, role, sum, isOffered, onAsked }: MoneyProps) {
  const { t } = useTranslation('wallet')
  const { money, dateTime } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { data: until } = useSWR(isOffered ? payoutWaitKey(userId) : null, () => payoutWait(userId))
  const free = Math.max(0, sum.wallet_balance - sum.bonus_balance)
  return (
    <section aria-label={t('balance')} className="space-y-4 rounded-card border border-line bg-card p-5 md:p-6">
      <Balance balance={sum.wallet_balance} bonus={sum.bonus_balance} className="text-4xl" />
      {sum.wallet_balance < 0 && (
        <Alert tone="warn">
          {t(`owed.${role === 'driver' ? 'driver' : 'rider'}`, { amount: money(-sum.wallet_balance) })}
        </Alert>
      )}
      {isOffered && until && <Alert tone="warn">{t('waits', { until: dateTime(until) })}</Alert>}
      {isOffered && (
        <Button variant="accent" size="lg" disabled={free <= 0 || Boolean(until)} onClick={() => setOpen(true)}>
          <ArrowUpFromLine aria-hidden />
          {t('withdraw.open')}
        </Button>
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
