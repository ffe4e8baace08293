/** What an import has brought, and what staff still have to decide. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { moneyPath } from '@/config/report-paths'
import type { Matched, Reported } from '../../commands'

export type Result = { of: 'bank'; matched: Matched } | { of: 'report'; provider: string; reported: Reported }

/** Outcomes of imported bank lines that staff have to decide. */
const OPEN = ['amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched']

export function Outcome({ result }: { result: Result }) {
  const { t } = useTranslation('money')
  if (result.of === 'report') {
    const { new_lines, matched, missing_here, amount_differs } = result.reported
    const wrong = missing_here + amount_differs
    return (
      <div role="status" className="space-y-3">
        <Alert tone={wrong > 0 ? 'warn' : 'ok'}>
          {t('import.reported', { count: new_lines, matched })} {wrong > 0 && t('import.differ', { count: wrong })}
        </Alert>
        {wrong > 0 && (
          <Link
            to={moneyPath({ show: 'differences', provider: result.provider })}
            className="font-medium underline underline-offset-4"
          >
            {t('compare.all')}
          </Link>
        )}
      </div>
    )
  }
  const { outcomes, known } = result.matched
  const open = OPEN.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0)
  const done = Object.entries(outcomes).filter(([outcome]) => !OPEN.includes(outcome))
  return (
    <div role="status" className="space-y-3">
      <Alert tone="ok">
        {done.length === 0 && known === 0 && open === 0 && t('import.nothing')}
        <ul>
          {done.map(([outcome, count]) => (
            <li key={outcome}>{t(`import.done.${outcome}`, { count })}</li>
          ))}
          {known > 0 && <li>{t('import.known', { count: known })}</li>}
          {done.length === 0 && known === 0 && open > 0 && <li>{t('import.none_matched')}</li>}
        </ul>
      </Alert>
      {open > 0 && (
        <Alert tone="warn">
          {t('import.open', { count: open })}{' '}
          <Link to={moneyPath({ show: 'bank', state: 'open' })} className="font-semibold underline underline-offset-4">
            {t('compare.open_bank')}
          </Link>
        </Alert>
      )}
    </div>
  )
}
