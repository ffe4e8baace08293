import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { allPages } from '../all-pages'
import type { BulkAction } from '../types'
import type { TableModel } from '../use-data-table'
import { type Failure, runBulk } from './run-bulk'

interface BulkDialogProps<Row> {
  model: TableModel<Row>
  action: BulkAction<Row>
  onClose: () => void
}

interface Progress<Row> {
  isRunning: boolean
  done: number
  failed: readonly Failure<Row>[]
}

/** The confirmation of a bulk action, then its progress, and a list of the rows for which it failed. */
export function BulkDialog<Row>({ model, action, onClose }: BulkDialogProps<Row>) {
  const { t } = useTranslation('table')
  const [note, setNote] = useState('')
  const [choice, setChoice] = useState('')
  const { progress, start, stop } = useBulk(model, action, { note: note.trim(), choice })
  const { isEverything = false, count = 0 } = model.selection ?? {}
  const close = () => {
    stop()
    if (progress) {
      model.selection?.clear()
      void model.rows.refresh()
    }
    onClose()
  }
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{action.label}</DialogTitle>
          <DialogDescription>{isEverything ? t('bulk.everything') : action.question(count)}</DialogDescription>
        </DialogHeader>
        {!progress && action.Choice && <action.Choice value={choice} onChange={setChoice} />}
        {!progress && action.note && <Note note={action.note} text={note} onChange={setNote} />}
        {progress && <Results model={model} progress={progress} />}
        <DialogFooter>
          {progress?.isRunning ? (
            <Button size="lg" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button size="lg" onClick={close}>
              {t(progress ? 'common:close' : 'common:cancel')}
            </Button>
          )}
          {!progress && (
            <Button
              size="lg"
              variant={action.isDanger ? 'bad' : 'accent'}
              disabled={action.note && (isTooLong(note, action.note.limit) || (action.note.isRequired && !note.trim()))}
              onClick={() => void start()}
            >
              {action.label}
            </Button>
          )}
          {progress && !progress.isRunning && progress.failed.length > 0 && (
            <Button size="lg" variant="accent" onClick={() => void start(progress.failed.map(({ row }) => row))}>
              {t('bulk.retry', { count: progress.failed.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface NoteProps {
  note: NonNullable<BulkAction<unknown>['note']>
  text: string
  onChange: (text: string) => void
}

function Note({ note: { label, hint, limit }, text, onChange }: NoteProps) {
  return (
    <Field label={label} hint={hint} limit={{ text, of: limit }}>
      {(control) => <Textarea {...control} value={text} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

function Results<Row>({ model, progress }: { model: TableModel<Row>; progress: Progress<Row> }) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const { done, failed, isRunning } = progress
  const { rowId, rowName } = model.definition
  return (
    <div className="space-y-3 text-sm">
      <p role="status" className="tabular">
        {t(isRunning ? 'bulk.running' : 'bulk.finished', { count: done })}
        {failed.length > 0 && ` · ${t('bulk.failed', { count: failed.length })}`}
      </p>
      {failed.length > 0 && (
        <Alert tone="bad">
          <ul aria-label={t('bulk.failed', { count: failed.length })} className="max-h-48 space-y-1 overflow-y-auto">
            {failed.map(({ row, error }) => (
              <li key={rowId(row)}>
                <bdi className="font-semibold">{rowName(row)}</bdi>: {errorText(error)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

function useBulk<Row>(model: TableModel<Row>, action: BulkAction<Row>, said: { note: string; choice: string }) {
  const [progress, setProgress] = useState<Progress<Row> | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const start = async (again?: readonly Row[]) => {
    const own = new AbortController()
    control.current = own
    setProgress((before) => ({ isRunning: true, done: again && before ? before.done : 0, failed: [] }))
    await runBulk({
      rows: again ? one(again) : chosen(model, own.signal),
      run: (row, signal) => action.run(row, signal, said.note, said.choice),
      signal: own.signal,
      onResult: (row, error) =>
        setProgress(
          (now) =>
            now && {
              ...now,
              done: now.done + (error ? 0 : 1),
              failed: error ? [...now.failed, { row, error }] : now.failed
            }
        )
    }).catch(() => {})
    setProgress((now) => now && { ...now, isRunning: false })
  }
  return { progress, start, stop: () => control.current?.abort() }
}

/**
 * Yields the rows that a bulk action applies to. These are the selected rows; if the person chose "all", they are all rows that
 * match the filters, read page by page.
 */
function chosen<Row>(model: TableModel<Row>, signal: AbortSignal): AsyncIterable<readonly Row[]> {
  if (model.selection?.isEverything) return allPages(model.definition.source, model.request, signal)
  return one(model.selectedRows)
}

async function* one<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
