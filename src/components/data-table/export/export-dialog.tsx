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
import { Segmented } from '@/components/ui/segmented'
import { Spinner } from '@/components/ui/spinner'
import { saveFile } from '@/lib/files/save-file'
import { formatNumber } from '@/lib/format/format'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { allPages } from '../all-pages'
import type { Column } from '../types'
import type { TableModel } from '../use-data-table'
import { type FileFormat, fileName, SHEET_ROWS, writeFile } from './write-file'

type Format = FileFormat | 'pdf'

type State =
  | { step: 'asked' }
  | { step: 'writing'; rows: number }
  | { step: 'done'; rows: number; name: string }
  | { step: 'printed'; rows: number | null }
  | { step: 'failed'; error: unknown }

interface ExportDialogProps<Row> {
  model: TableModel<Row>
  /** The rows to export. Default: all rows that match the filters. */
  rows?: readonly Row[] | undefined
  onClose: () => void
}

/** The dialog that exports rows as a file: format, columns, progress. */
export function ExportDialog<Row>({ model, rows, onClose }: ExportDialogProps<Row>) {
  const { t } = useTranslation('table')
  const [format, setFormat] = useState<Format>('csv')
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const { state, start, stop } = useExport(model, rows)
  const { exportRefusal, locale } = model.host
  const isWriting = state.step === 'writing'
  const count = rows?.length ?? model.rows.total
  const isFull = format === 'xlsx' && (count ?? 0) > SHEET_ROWS
  const mayBeFull = format === 'xlsx' && count === undefined && model.rows.hasMore
  return (
    <Dialog
      open
      onOpenChange={() => {
        stop()
        onClose()
      }}
    >
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('export.title')}</DialogTitle>
          <DialogDescription>
            {rows
              ? t('export.selected', { count: rows.length })
              : t(model.isNarrowed ? 'export.filtered' : 'export.all')}
          </DialogDescription>
        </DialogHeader>
        <fieldset disabled={isWriting || exportRefusal !== null} className="space-y-3 disabled:opacity-60">
          <Segmented
            label={t('export.format')}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'xlsx', label: 'Excel (XLSX)' },
              ...(model.definition.print ? [{ value: 'pdf' as const, label: 'PDF' }] : [])
            ]}
          />
          <Segmented
            label={t('columns.open')}
            value={columns}
            onChange={setColumns}
            options={[
              { value: 'shown', label: t('export.shown_columns') },
              { value: 'all', label: t('export.all_columns') }
            ]}
          />
        </fieldset>
        {mayBeFull && <p className="mt-3 text-sm text-muted">{t('export.sheet_limit')}</p>}
        <Outcome state={state} refusal={exportRefusal ?? (isFull ? 'sheet_full' : null)} locale={locale} />
        <DialogFooter>
          {isWriting ? (
            <Button size="lg" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button size="lg" onClick={onClose}>
              {t('common:close')}
            </Button>
          )}
          <Button
            size="lg"
            variant="accent"
            busy={isWriting}
            disabled={exportRefusal !== null || isFull}
            onClick={() => void start(format, columns)}
          >
            {t(format === 'pdf' ? 'export.print' : 'export.start')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

/** Shows the progress and the result of the export. If exports are refused (`refusal`), shows why. */
function Outcome({ state, refusal, locale }: { state: State; refusal: string | null; locale: string }) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const number = (value: number) => formatNumber(value, locale)
  return (
    <div role="status" className="mt-4 min-h-10 text-sm">
      {refusal && <Alert tone="bad">{errorText(refusal)}</Alert>}
      {state.step === 'writing' && (
        <p className="flex items-center gap-2 text-muted tabular">
          <Spinner className="size-4" />
          {t('export.progress', { count: state.rows, rows: number(state.rows) })}
        </p>
      )}
      {state.step === 'done' && (
        <Alert tone="ok">{t('export.done', { count: state.rows, rows: number(state.rows), name: state.name })}</Alert>
      )}
      {state.step === 'printed' &&
        (state.rows === null ? (
          <Alert tone="bad">{t('export.too_long')}</Alert>
        ) : (
          <Alert tone="ok">{t('export.printed', { count: state.rows, rows: number(state.rows) })}</Alert>
        ))}
      {state.step === 'failed' && <Alert tone="bad">{errorText(state.error)}</Alert>}
    </div>
  )
}

function useExport<Row>(model: TableModel<Row>, rows: readonly Row[] | undefined) {
  const { t } = useTranslation('table')
  const [state, setState] = useState<State>({ step: 'asked' })
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const start = async (format: Format, which: 'shown' | 'all') => {
    const { definition, host, request } = model
    const own = new AbortController()
    control.current = own
    setState({ step: 'writing', rows: 0 })
    const columns = columnsOf(model, which)
    const source = definition.lines ?? definition.source
    const ids = columns.map(({ id }) => id)
    const shared = {
      label: definition.label,
      columns,
      pages: rows ? given(rows) : allPages(source, request, own.signal, ids),
      onProgress: (count: number) => setState({ step: 'writing', rows: count }),
      signal: own.signal
    }
    try {
      if (format === 'pdf') {
        const { printTable } = await import('./print-table')
        const options = definition.print ?? { sums: [] }
        const words = { sum: t('export.sum'), made: t('export.made'), currency: t('export.currency') }
        const facts = options.facts?.(model.query) ?? []
        setState({ step: 'printed', rows: await printTable({ ...shared, host, options, words, facts }) })
        return
      }
      const written = await writeFile({ ...shared, format, timeZone: host.timeZone })
      const name = fileName(definition.id, serverNow(), host.timeZone, format)
      saveFile(written.file, name)
      setState({ step: 'done', rows: written.rows, name })
    } catch (error) {
      setState(own.signal.aborted ? { step: 'asked' } : { step: 'failed', error })
    }
  }
  return { state, start, stop: () => control.current?.abort() }
}

/** Returns the columns that the file contains, in the order that the person has arranged in the table. */
function columnsOf<Row>({ definition, layout }: TableModel<Row>, which: 'shown' | 'all'): Column<Row>[] {
  const { columns, fileColumns = [] } = definition
  const known = new Map([...columns, ...fileColumns].map((column) => [column.id, column]))
  const wanted = layout.order.filter((id) => which === 'all' || layout.shown[id])
  if (which === 'all') wanted.push(...fileColumns.map(({ id }) => id))
  const ids = new Set(wanted.flatMap((id) => known.get(id)?.inFiles ?? [id]))
  return [...ids].flatMap((id) => known.get(id) ?? [])
}

async function* given<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
