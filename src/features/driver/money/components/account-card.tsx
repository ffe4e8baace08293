import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/time/days'
import type { Account } from '../queries'

interface AccountCardProps {
  account: Account
  isNear: boolean
  /** Whether the cash of the trips is the company's. */
  isEmployed: boolean
}

/**
 * Shows the driver's account: the amount that the office owes the driver, and when it is paid. If the driver owes the office,
 * it shows that amount. It also explains the rule about negative balances, if the operator has set it.
 */
export function AccountCard({ account, isNear, isEmployed }: AccountCardProps) {
  const { t } = useTranslation('driver_money')
  const { money, locale } = useFormat()
  const { wallet_balance, owed, owing, pending_withdrawals, cash_to_confirm, settled_on, blocks } = account
  const day = settled_on && writtenDay(settled_on, locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const isOwing = owing > 0
  return (
    <section aria-labelledby="account" className="space-y-3">
      <h2 id="account" className="text-xl font-semibold">
        {t('account.title')}
      </h2>
      <div className="space-y-3 rounded-card border border-line bg-card p-5">
        <p>
          <span className="block text-sm text-muted">
            {t(`account.${isOwing ? (isEmployed ? 'hand_in' : 'you_owe') : 'we_owe'}`)}
          </span>
          <span className="block text-2xl font-semibold tabular">
            <bdi>{money(isOwing ? owing : owed)}</bdi>
          </span>
        </p>
        <p className="text-sm text-pretty text-muted">
          {isOwing
            ? t(isEmployed ? 'account.hand_in_text' : 'account.owing_text')
            : owed > 0 && (day ? t('account.paid_on', { day }) : t('account.by_hand'))}
        </p>
        {pending_withdrawals > 0 && (
          <p className="text-sm text-pretty text-muted">
            {t('account.pending', { amount: money(pending_withdrawals) })}
          </p>
        )}
        {cash_to_confirm > 0 && (
          <p className="text-sm text-pretty text-muted">
            {t('account.to_confirm', { amount: money(cash_to_confirm) })}
          </p>
        )}
        {blocks && <Limit balance={wallet_balance} isNear={isNear} />}
        <Link
          to={paths.wallet}
          className="flex min-h-12 items-center justify-between gap-3 rounded-control bg-soft px-4 py-2 text-base font-semibold hover:bg-line"
        >
          {t('account.wallet')}
          <ChevronRight aria-hidden className="size-5 text-muted rtl:-scale-x-100" />
        </Link>
      </div>
    </section>
  )
}

/**
 * Explains that a driver with a balance below zero gets no offers of cash trips. The text is a warning if the fees of the next
 * few trips would take the balance below zero, and an error if the balance is below zero.
 */
function Limit({ balance, isNear }: { balance: number; isNear: boolean }) {
  const { t } = useTranslation('driver_money')
  const { money } = useFormat()
  const words = { balance: money(balance) }
  if (balance < 0) return <Alert tone="bad">{t('limit.blocked', words)}</Alert>
  if (isNear) return <Alert tone="warn">{t('limit.near', words)}</Alert>
  return <p className="text-sm text-pretty text-muted">{t('limit.rule')}</p>
}
