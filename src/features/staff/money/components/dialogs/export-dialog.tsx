import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { Spinner } from '@/components/ui/spinner'
import { useTableHost } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { type Period, writtenDay } from '@/lib/time/days'
import { useMoneyWords } from '../../hooks/use-words'
import type { FileResult, Income } from './exports/maker'
import type { FileKind } from './files'
import { makers } from './make-files'
import { useProblemText } from './use-problem-text'
import { WideDialog } from './wide-dialog'

interface ExportDialogProps {
  kind: FileKind
  month: Period
  onClose: () => void
}

type State =
  | { step: 'asked' }
  | { step: 'working'; rows: number }
  | { step: 'done'; said: FileResult }
  | { step: 'failed'; error: unknown }

const YEARS = 5

/** The dialog that exports the month's figures, or drivers' income of a year. */
export function ExportDialog({ kind, month, onClose }: ExportDialogProps) {
  const { t } = useTranslation('money')
  const words = useMoneyWords()
  const host = useTableHost()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const problem = useProblemText()
  const [state, setState] = useState<State>({ step: 'asked' })
  const thisYear = Number(month.to.slice(0, 4))
  const [income, setIncome] = useState<Income>({ year: thisYear, format: 'csv' })
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])
  const start = async () => {
    const own = new AbortController()
    control.current = own
    setState({ step: 'working', rows: 0 })
    try {
      const said = await makers[kind]({
        month,
        income,
        t,
        words,
        host,
        settings: settings ?? null,
        signal: own.signal,
        onProgress: (rows) => setState({ step: 'working', rows })
      })
      setState({ step: 'done', said })
    } catch (error) {
      setState(own.signal.aborted ? { step: 'asked' } : { step: 'failed', error })
    }
  }
  const isWorking = state.step === 'working'
  const name = writtenDay(month.from, words.locale, { month: 'long', year: 'numeric' })
  return (
    <WideDialog
      title={`${t(`files.${kind}.name`)}${kind === 'income' ? '' : `, ${name}`}`}
      text={t(`files.${kind}.text`)}
      onClose={() => {
        control.current?.abort()
        onClose()
      }}
      isDone={state.step === 'done'}
      action={
        state.step !== 'done' && (
          <Button
            size="lg"
            variant="accent"
            busy={isWorking}
            disabled={host.exportRefusal !== null}
            onClick={() => void start()}
          >
            {t(kind === 'statement' ? 'files.print' : 'files.save')}
          </Button>
        )
      }
    >
      {kind === 'income' && state.step !== 'done' && (
        <>
          <Field label={t('files.income.year')}>
            {(field) => (
              <Select
                {...field}
                value={income.year}
                onChange={(event) => setIncome({ ...income, year: Number(event.target.value) })}
              >
                {Array.from({ length: YEARS }, (_, index) => thisYear - index).map((year) => (
                  <option key={year}>{year}</option>
                ))}
              </Select>
            )}
          </Field>
          <Segmented
            label={t('files.income.format')}
            value={income.format}
            onChange={(format) => setIncome({ ...income, format })}
            options={[
              { value: 'csv', label: 'CSV (DAC7)' },
              { value: 'xml', label: 'XML (OECD DPI)' }
            ]}
          />
          {income.format === 'xml' && <p className="text-muted">{t('files.income.unchecked')}</p>}
        </>
      )}
      <div role="status">
        {host.exportRefusal !== null && <Alert tone="bad">{errorText(host.exportRefusal)}</Alert>}
        {isWorking && (
          <p className="flex items-center gap-2 text-muted tabular">
            <Spinner className="size-4" />
            {state.rows > 0 && t('files.progress', { count: state.rows, shown: words.count(state.rows) })}
          </p>
        )}
        {state.step === 'failed' && <Alert tone="bad">{problem(state.error)}</Alert>}
        {state.step === 'done' && (
          <div className="space-y-3">
            <Alert tone="ok">{state.said.text}</Alert>
            {state.said.warnings.map((warning) => (
              <Alert key={warning} tone="warn">
                {warning}
              </Alert>
            ))}
          </div>
        )}
      </div>
    </WideDialog>
  )
}
