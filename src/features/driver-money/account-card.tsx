import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/days'
import type { Account } from './api'

/** What is owed to the driver or by them, when it is settled, and what a balance below zero means before it stops anything. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useTranslation('driver_money')
  const { money, locale } = useFormat()
  const { wallet_balance, owed, owing, pending_withdrawals, settled_on, blocks, blocks_below } = account
  const day = settled_on && writtenDay(settled_on, locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const isOwing = owing > 0
  return (
    <section aria-labelledby="account" className="space-y-3">
      <h2 id="account" className="text-xl font-semibold">
        {t('account.title')}
      </h2>
      <div className="space-y-3 rounded-card border border-line bg-card p-5">
        <p>
          <span className="block text-sm text-muted">{t(isOwing ? 'account.you_owe' : 'account.we_owe')}</span>
          <span className="block text-2xl font-semibold tabular">
            <bdi>{money(isOwing ? owing : owed)}</bdi>
          </span>
        </p>
        <p className="text-sm text-pretty text-muted">
          {isOwing ? t('account.owing_text') : owed > 0 && (day ? t('account.paid_on', { day }) : t('account.by_hand'))}
        </p>
        {pending_withdrawals > 0 && (
          <p className="text-sm text-pretty text-muted">
            {t('account.pending', { amount: money(pending_withdrawals) })}
          </p>
        )}
        {blocks_below !== null && <Limit balance={wallet_balance} below={blocks_below} isBlocked={blocks} />}
        <Link
          to={paths.wallet}
          className="flex min-h-12 items-center justify-between gap-3 rounded-control bg-soft px-4 text-base font-semibold hover:bg-line"
        >
          {t('account.wallet')}
          <ChevronRight aria-hidden className="size-5 text-muted rtl:-scale-x-100" />
        </Link>
      </div>
    </section>
  )
}

/** What happens at the limit is told while there is still time: in passing, then loudly once the balance is below zero. */
function Limit({ balance, below, isBlocked }: { balance: number; below: number; isBlocked: boolean }) {
  const { t } = useTranslation('driver_money')
  const { money } = useFormat()
  const words = { limit: money(below), balance: money(balance), left: money(Math.max(0, balance - below)) }
  if (isBlocked) return <Alert tone="bad">{t('limit.blocked', words)}</Alert>
  if (balance < 0) return <Alert tone="warn">{t('limit.near', words)}</Alert>
  return <p className="text-sm text-pretty text-muted">{t('limit.rule', words)}</p>
}
