/** What an import would bring: the facts of a bank statement or of a provider's report. */
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Facts } from '@/components/ui/facts'
import { grouped } from '@/lib/format/grouped'
import { exactSum } from '@/lib/typing/decimal'
import { useMoneyWords } from '../../hooks/use-words'
import type { Report } from '../../model/files/provider-report'
import type { Statement } from '../../model/files/statement'

const plain = (account: string): string => account.replace(/\s/g, '').toUpperCase()

export function StatementFacts({ statement, own }: { statement: Statement; own: string }) {
  const { t } = useTranslation('money')
  const { money, day, count } = useMoneyWords()
  const { lines, closing } = statement
  const days = lines.map(({ booked_on }) => booked_on).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const sum = (sign: 1 | -1) => exactSum(lines.map(({ amount }) => (Math.sign(amount) === sign ? Math.abs(amount) : 0)))
  const isOther = statement.account !== null && own !== '' && plain(own) !== statement.account
  return (
    <div className="space-y-3">
      <Facts
        facts={[
          [t('import.account'), statement.account && <bdi dir="ltr">{statement.account}</bdi>],
          [t('import.days'), from && to && (from === to ? day(from) : `${day(from)} – ${day(to)}`)],
          [t('import.lines'), count(lines.length)],
          [t('import.inflow'), money(sum(1))],
          [t('import.outflow'), money(sum(-1))],
          [
            t('import.closing'),
            closing && t('import.closing_on', { amount: money(closing.balance), day: day(closing.day) })
          ]
        ]}
      />
      {isOther && <Alert tone="warn">{t('import.other_account')}</Alert>}
      {statement.adds_up === false && <Alert tone="warn">{t('import.no_sum')}</Alert>}
      {statement.pending > 0 && <p className="text-muted">{t('import.pending', { count: statement.pending })}</p>}
    </div>
  )
}

export function ReportFacts({ report }: { report: Report }) {
  const { t } = useTranslation('money')
  const { money, day, count, currency } = useMoneyWords()
  const { lines, from, to, left, currencies } = report
  const kinds = grouped(lines, ({ kind }) => kind)
  const isOther = currencies.some((code) => code !== currency)
  return (
    <div className="space-y-3">
      <Facts
        facts={[
          [t('import.days'), from === to ? day(from) : `${day(from)} – ${day(to)}`],
          [t('import.lines'), count(lines.length)],
          ...[...kinds].map(([kind, own]): [string, string] => [
            t(`import.kind.${kind}`),
            `${count(own.length)} · ${money(exactSum(own.map(({ gross }) => gross)))}`
          ]),
          [t('import.fees'), money(exactSum(lines.map(({ fee }) => fee)))]
        ]}
      />
      {left > 0 && <p className="text-muted">{t('import.left', { count: left })}</p>}
      {isOther && (
        <Alert tone="warn">{t('import.other_currency', { currencies: currencies.join(', '), currency })}</Alert>
      )}
    </div>
  )
}
