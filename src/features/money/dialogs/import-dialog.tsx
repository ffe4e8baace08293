import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Spinner } from '@/components/ui/spinner'
import { moneyPath } from '@/config/paths'
import { providerName } from '@/entities/payment'
import { useIsDemo, useSettings } from '@/entities/settings'
import { exactSum } from '@/lib/decimal'
import { grouped } from '@/lib/grouped'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { type Matched, matchStatement, type Reported, recordReport } from '../commands'
import type { Mapping } from '../files/columns'
import { presetOf, type Report, type ReportField, readReport } from '../files/provider-report'
import type { Statement } from '../files/statement'
import { readStatementCsv, type StatementField } from '../files/statement-csv'
import { useProviders, useRefreshDesk } from '../queries'
import { useMoneyWords } from '../use-words'
import { ColumnFields } from './column-fields'
import { type AnyMapping, type Chosen, guess, isMapped, readChosen } from './read-import'
import { useProblemText } from './use-problem-text'
import { WideDialog } from './wide-dialog'

type Result = { of: 'bank'; matched: Matched } | { of: 'report'; provider: string; reported: Reported }

/** The content of the chosen file, or why it cannot be read. */
type Read = { statement: Statement } | { report: Report } | { problem: unknown }

function read(chosen: Chosen, source: string, mapping: AnyMapping | null, currency: string): Read {
  try {
    if (chosen.kind === 'camt') return { statement: chosen.statement }
    if (mapping === null) return { problem: null }
    if (source === 'bank') {
      return { statement: readStatementCsv(chosen.rows, mapping as Mapping<StatementField>, currency) }
    }
    return { report: readReport(chosen.rows, mapping as Mapping<ReportField>, presetOf(source), currency) }
  } catch (problem) {
    return { problem }
  }
}

/** Imports a bank statement (camt.053 or CSV) or a provider's report, after a preview. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const { settings } = useSettings()
  const isDemo = useIsDemo()
  const errorText = useErrorText()
  const problem = useProblemText()
  const refresh = useRefreshDesk()
  const providers = useProviders()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [source, setSource] = useState('bank')
  const [mapping, setMapping] = useState<AnyMapping | null>(null)
  const [progress, setProgress] = useState(0)
  const [result, setResult] = useState<Result | null>(null)
  const choose = useCommand(async (file: File) => {
    setChosen(null)
    const next = await readChosen(file, settings?.company_bank_account ?? '', providers)
    const of = next.kind === 'list' ? next.source : 'bank'
    setSource(of)
    setMapping(next.kind === 'list' ? guess(next.rows, of) : null)
    setChosen(next)
  })
  const said = chosen && read(chosen, source, mapping, settings?.code ?? '')
  const bring = useCommand(
    async () => {
      if (said && 'statement' in said) {
        setResult({ of: 'bank', matched: await matchStatement(said.statement, setProgress) })
      } else if (said && 'report' in said) {
        setResult({
          of: 'report',
          provider: source,
          reported: await recordReport(source, said.report.lines, setProgress)
        })
      }
    },
    { onSettled: () => void refresh() }
  )
  const isReady = said !== null && !('problem' in said)
  return (
    <WideDialog
      title={t('import.title')}
      text={t('import.text')}
      onClose={onClose}
      isBusy={bring.busy}
      isDone={result !== null}
      action={
        result === null && (
          <Button
            size="lg"
            variant="accent"
            busy={bring.busy}
            disabled={!isReady || isDemo}
            onClick={() => void bring.run()}
          >
            {t('import.bring')}
          </Button>
        )
      }
    >
      {result ? (
        <Outcome result={result} />
      ) : (
        <>
          <FileBox name={chosen?.name ?? null} isBusy={choose.busy} onFile={(file) => void choose.run(file)} />
          {choose.error && <Alert tone="bad">{problem(choose.error)}</Alert>}
          {chosen?.kind === 'list' && (
            <>
              <Field label={t('import.source')}>
                {(control) => (
                  <Select
                    {...control}
                    value={source}
                    onChange={(event) => {
                      setSource(event.target.value)
                      setMapping(guess(chosen.rows, event.target.value))
                    }}
                  >
                    <option value="bank">{t('import.of_bank')}</option>
                    {providers.map((provider) => (
                      <option key={provider} value={provider}>
                        {t('import.of_provider', { provider: providerName(provider) })}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              {mapping && (
                <ColumnFields
                  rows={chosen.rows}
                  of={source === 'bank' ? 'statement' : 'report'}
                  mapping={mapping}
                  onChange={setMapping}
                  isOpen={!isMapped(mapping, source) || !mapping.isOrderSure}
                />
              )}
            </>
          )}
          {said && 'problem' in said && said.problem !== null && <Alert tone="warn">{problem(said.problem)}</Alert>}
          {said && 'statement' in said && (
            <StatementFacts statement={said.statement} own={settings?.company_bank_account ?? ''} />
          )}
          {said && 'report' in said && <ReportFacts report={said.report} />}
          <p role="status" className="text-muted tabular">
            {bring.busy && progress > 0 && t('import.progress', { count: progress })}
          </p>
          {isDemo && <Alert tone="bad">{errorText('demo_mode')}</Alert>}
          {bring.error && <Alert tone="bad">{errorText(bring.error)}</Alert>}
        </>
      )}
    </WideDialog>
  )
}

interface FileBoxProps {
  name: string | null
  isBusy: boolean
  onFile: (file: File) => void
}

/** Chooses a file by a press, by the keyboard, or by dropping it. */
function FileBox({ name, isBusy, onFile }: FileBoxProps) {
  const { t } = useTranslation('money')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'relative flex cursor-pointer flex-col items-center gap-1.5 rounded-card border border-dashed border-line-strong px-4 py-6 text-center focus-within:outline-2 focus-within:outline-ink hover:bg-soft',
        isOver && 'border-ink bg-soft'
      )}
    >
      {isBusy ? <Spinner className="size-5" /> : <FileUp aria-hidden className="size-5 text-muted" />}
      <span className="font-medium">{name ? <bdi>{name}</bdi> : t('import.choose')}</span>
      <span className="text-xs text-muted">{t('import.kinds')}</span>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".xml,.csv,.txt,.tsv,text/csv,text/xml,application/xml"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Cleared, so that the same file can be chosen again after it was corrected.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}

const plain = (account: string): string => account.replace(/\s/g, '').toUpperCase()

function StatementFacts({ statement, own }: { statement: Statement; own: string }) {
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
          [t('import.came_in'), money(sum(1))],
          [t('import.went_out'), money(sum(-1))],
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

function ReportFacts({ report }: { report: Report }) {
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

/** Outcomes of imported bank lines that staff have to decide. */
const OPEN = ['amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched']

function Outcome({ result }: { result: Result }) {
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
