import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { useFormat } from '@/entities/settings'
import { shortAccount } from '@/lib/format/short-account'
import type { Withdrawal } from '../queries'

type Step = 'open' | 'processed' | 'rejected'

const tones: Record<Step, Tone> = { open: 'info', processed: 'ok', rejected: 'bad' }

const stepOf = ({ processed, rejected_at }: Withdrawal): Step =>
  processed ? 'processed' : rejected_at ? 'rejected' : 'open'

/** Lists withdrawals with their state, and why one was rejected. Renders nothing if there are none. */
export function Withdrawals({ rows }: { rows: readonly Withdrawal[] }) {
  const { t } = useTranslation('wallet')
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">{t('withdrawals.title')}</h2>
      <ul aria-label={t('withdrawals.title')} className="divide-y divide-line">
        {rows.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Line({ row }: { row: Withdrawal }) {
  const { t } = useTranslation('wallet')
  const { money, dateTime } = useFormat()
  const step = stepOf(row)
  const { bank_name, bank_account, reason } = row
  return (
    <li className="flex items-start gap-4 py-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold tabular">{money(row.amount)}</span>
        <span className="block text-muted">{dateTime(row.date)}</span>
        {bank_account && (
          <span className="block truncate text-muted">
            <bdi>{bank_name}</bdi>
            {' · '}
            <bdi dir="ltr">{shortAccount(bank_account)}</bdi>
          </span>
        )}
        {reason && (
          <span dir="auto" className="mt-1 block break-words">
            {t('withdrawals.reason', { reason })}
          </span>
        )}
      </span>
      <Badge dot tone={tones[step]}>
        {t(`withdrawals.${step}`)}
      </Badge>
    </li>
  )
}
