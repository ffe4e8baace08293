import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvFile } from '@/components/data-table/export/csv'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { saveFile } from '@/lib/files/save-file'
import { formatNumber } from '@/lib/format/format'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { checkRows, undoRows, writeRows } from '../commands'
import { useProgress } from '../hooks/use-progress'
import { importFields } from '../model/fields'
import { canUndo, type ImportState, isOfAccounts, leftToWrite, type RowState, rowStates } from '../model/state'
import { getAllRows, importsKey } from '../queries'
import { InviteButtons } from './invite-buttons'
import { ProgressLine } from './progress-line'
import { RowTable, useRowText } from './row-table'
import { UndoButton } from './undo-button'
import { useFieldName } from './use-field-name'

interface PreviewProps {
  state: ImportState
  onState: (state: ImportState) => void
  onOther: () => void
}

/**
 * What an import will do, or has done: how many rows of each kind, the rows, and what can be done next. Nothing is written
 * while rows wait for their check, as after a tab was closed.
 */
export function Preview({ state, onState, onOther }: PreviewProps) {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const { progress, report, end } = useProgress()
  const [chosen, choose] = useState<RowState | null>(null)
  const options = { invalidates: () => [importsKey], onSettled: end }
  const keep = async (work: Promise<ImportState>) => onState(await work)
  const write = useCommand(() => keep(writeRows(state, report('writing'))), options)
  const again = useCommand(() => keep(checkRows(state, report('checking'), true)), options)
  const check = useCommand(() => keep(checkRows(state, report('checking'))), options)
  const undo = useCommand(() => keep(undoRows(state, report('undoing'))), { ...options, asks: 'undo' })
  const saveWrong = useSaveWrong(state)
  const there = rowStates.filter((of) => state[of] > 0)
  const shown = chosen && there.includes(chosen) ? chosen : (there.find((of) => of === 'wrong') ?? there[0])
  const isBusy = write.busy || check.busy || again.busy || undo.busy
  const error = write.error ?? check.error ?? again.error ?? undo.error ?? saveWrong.error
  const isChecked = state.waiting === 0
  const left = isChecked ? leftToWrite(state) : 0
  return (
    <div className="space-y-5">
      <Counts state={state} there={there} shown={shown ?? null} onChoose={choose} />
      {shown && <RowTable key={shown} state={state} shown={shown} />}
      {!isChecked && <Alert tone="warn">{errorText('import_unchecked')}</Alert>}
      {isChecked && left === 0 && state.done + state.undone + state.kept === 0 && <Alert>{t('nothing')}</Alert>}
      {left > 0 && state.wrong > 0 && <Alert tone="warn">{t('leaves_out', { count: state.wrong })}</Alert>}
      {isOfAccounts(state.kind) && isChecked && state.done > 0 && left === 0 && <InviteButtons state={state} />}
      <ProgressLine progress={progress} />
      {error && <Alert tone="bad">{errorText(error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {!isChecked && (
          <Button size="lg" variant="accent" busy={check.busy} disabled={isBusy} onClick={() => void check.run()}>
            {t('check')}
          </Button>
        )}
        {left > 0 && state.undone_at === null && (
          <Button size="lg" variant="accent" busy={write.busy} disabled={isBusy} onClick={() => void write.run()}>
            {t(`go.${state.kind}`, { count: left })}
          </Button>
        )}
        {isChecked && state.wrong > 0 && (
          <>
            <Button size="lg" variant="outline" busy={saveWrong.busy} onClick={() => void saveWrong.run()}>
              {t('save_wrong')}
            </Button>
            <Button size="lg" variant="outline" busy={again.busy} disabled={isBusy} onClick={() => void again.run()}>
              {t('again')}
            </Button>
          </>
        )}
        {canUndo(state) && <UndoButton isBusy={undo.busy} onUndo={() => void undo.run()} />}
        <Button size="lg" variant="ghost" disabled={isBusy} onClick={onOther}>
          {t('other_file')}
        </Button>
      </div>
    </div>
  )
}

interface CountsProps {
  state: ImportState
  there: readonly RowState[]
  shown: RowState | null
  onChoose: (state: RowState) => void
}

function Counts({ state, there, shown, onChoose }: CountsProps) {
  const { t } = useTranslation('imports')
  const { locale } = useFormat()
  const number = (value: number) => formatNumber(value, locale)
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label={t('state')}>
      {there.map((of) => (
        <button
          key={of}
          type="button"
          aria-pressed={of === shown}
          onClick={() => onChoose(of)}
          className={cn(
            'flex min-h-11 items-center gap-2 rounded-control border border-line px-3.5 text-sm hover:bg-soft',
            of === shown && 'border-ink bg-soft font-semibold'
          )}
        >
          {t(`states.${of}`)}
          <span className={cn('tabular', of === 'wrong' ? 'text-bad' : 'text-muted')}>{number(state[of])}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Saves the wrong rows with what is wrong with each as CSV, to correct and import them again. */
function useSaveWrong(state: ImportState) {
  const { t } = useTranslation('imports')
  const fieldName = useFieldName()
  const rowText = useRowText()
  return useCommand(async () => {
    const rows = await getAllRows(state.id, 'wrong')
    const fields = importFields[state.kind].map(({ name }) => name)
    const lines = rows.map((row) => [...fields.map((name) => row.facts[name] ?? ''), rowText(row)])
    const csv = csvFile([[...fields.map(fieldName), t('states.wrong')], ...lines])
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${state.kind}-errors.csv`)
  })
}
