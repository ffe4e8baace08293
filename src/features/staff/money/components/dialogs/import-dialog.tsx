import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { providerName } from '@/entities/payment'
import { useIsDemo, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { matchStatement, recordReport } from '../../commands'
import type { Mapping } from '../../model/files/columns'
import { presetOf, type Report, type ReportField, readReport } from '../../model/files/provider-report'
import type { Statement } from '../../model/files/statement'
import { readStatementCsv, type StatementField } from '../../model/files/statement-csv'
import { useProviders, useRefreshDesk } from '../../queries'
import { ColumnFields } from './column-fields'
import { FileBox } from './file-box'
import { Outcome, type Result } from './import-outcome'
import { ReportFacts, StatementFacts } from './import-preview'
import { type AnyMapping, type Chosen, guess, isMapped, readChosen } from './read-import'
import { useProblemText } from './use-problem-text'
import { WideDialog } from './wide-dialog'

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
    { asks: 'dialog', onSettled: () => void refresh() }
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
