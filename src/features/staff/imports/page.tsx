import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { csvFile } from '@/components/data-table/export/csv'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { useHolds } from '@/entities/person'
import { useIsDemo } from '@/entities/settings'
import { saveFile } from '@/lib/files/save-file'
import { homeCountry } from '@/lib/format/home-country'
import { toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { loadPhones } from '@/lib/typing/phones'
import { checkRows, storeRows } from './commands'
import { ColumnChoice } from './components/column-choice'
import { Earlier } from './components/earlier'
import { FileDrop } from './components/file-drop'
import { Preview } from './components/preview'
import { ProgressLine } from './components/progress-line'
import { useFieldName } from './components/use-field-name'
import { useProgress } from './hooks/use-progress'
import { type ImportKind, importFields, importKinds } from './model/fields'
import { ImportProblem } from './model/problem'
import { type Encoding, readFile, readTable, readTableAs, type Table } from './model/read-file'
import { guessReading, missingFields, type Reading, readingOf, readRows } from './model/reading'
import { type ImportState, permissionOf } from './model/state'
import { importsKey, readWords } from './queries'

/** The page that imports people and things from a file: choose, check, write, take back. */
export function ImportPage() {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  const [state, setState] = useState<ImportState | null>(null)
  return (
    <main id="main" className="flex flex-1 flex-col">
      <PageHeader title={t('title')} className="border-b border-line" />
      <div className="w-full max-w-6xl space-y-8 p-4 md:p-6">
        <p className="max-w-2xl text-sm text-pretty text-muted">{t('lead')}</p>
        {isDemo && <Alert tone="bad">{errorText('demo_mode')}</Alert>}
        {state ? (
          <section className="space-y-5" aria-label={state.name}>
            <h2 className="text-lg font-semibold">
              <bdi>{state.name}</bdi>
              <span className="ms-2 font-normal text-muted">{t(`kind.${state.kind}`)}</span>
            </h2>
            <Preview state={state} onState={setState} onOther={() => setState(null)} />
          </section>
        ) : (
          <ChooseFile onState={setState} />
        )}
        <Earlier opened={state?.id ?? null} onOpen={setState} />
      </div>
    </main>
  )
}

function ChooseFile({ onState }: { onState: (state: ImportState) => void }) {
  const { t, i18n } = useTranslation('imports')
  const errorText = useErrorText()
  const holds = useHolds()
  const kinds = importKinds.filter((one) => holds(permissionOf(one)))
  const [chosenKind, setKind] = useState<ImportKind>('drivers')
  const kind = kinds.includes(chosenKind) ? chosenKind : (kinds[0] ?? 'drivers')
  const [table, setTable] = useState<Table | null>(null)
  const [encoding, setEncoding] = useState<Encoding>('windows-1252')
  const [changed, setChanged] = useState<{ of: ImportKind; reading: Reading } | null>(null)
  const { data: words } = useSWR(['import-words', i18n.language], ([, language]) => readWords(language))
  const { progress, report, end } = useProgress()
  const read = useCommand(
    async (from: File | string) => {
      setTable(null)
      setChanged(null)
      setEncoding('windows-1252')
      setTable(typeof from === 'string' ? readTable(from, t('pasted')) : await readFile(from))
    },
    { worksOffline: true }
  )
  const reading = table && words ? (changed?.of === kind ? changed.reading : guessReading(table, kind, words)) : null
  const check = useCommand(
    async (_: undefined, key) => {
      if (!table || !words || !reading) return null
      const { readPhone } = await loadPhones()
      const phone = (text: string) => readPhone(text, homeCountry())?.number ?? null
      const rows = readRows(table, kind, reading, words, phone)
      if (rows.length === 0) throw new ImportProblem('no_rows')
      const stored = await storeRows(kind, table.name, rows, key, report('checking'))
      onState(await checkRows(stored, report('checking')))
      return true
    },
    { invalidates: () => [importsKey], onSettled: end }
  )
  const problem = (error: unknown): string => {
    const cause = error instanceof ImportProblem ? error : toAppError(error).cause
    return cause instanceof ImportProblem ? t(`problem.${cause.problem}`, { about: cause.about }) : errorText(error)
  }
  const error = read.error ?? check.error
  const setReading = (next: Reading) => setChanged({ of: kind, reading: next })
  return (
    <div className="max-w-3xl space-y-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('what')} className="min-w-64 flex-1">
          {(control) => (
            <Select {...control} value={kind} onChange={(event) => setKind(event.target.value as ImportKind)}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(`kind.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TemplateButton kind={kind} />
      </div>
      <FileDrop isBusy={read.busy} onFile={(file) => void read.run(file)} onText={(text) => void read.run(text)} />
      {table && reading && words && (
        <section className="space-y-4" aria-label={table.name}>
          <h2 className="font-semibold">
            <bdi>{table.name}</bdi>
          </h2>
          <ColumnChoice
            table={table}
            kind={kind}
            reading={reading}
            encoding={encoding}
            onColumns={(columns) => setReading(readingOf(table, kind, { head: reading.head, columns }))}
            onOrder={(order) => setReading({ ...reading, order, isOrderSure: true })}
            onEncoding={(next) => {
              setEncoding(next)
              if (table.doubtful) setTable(readTableAs(table.doubtful, table.name, next))
            }}
          />
          <ProgressLine progress={progress} />
          <Button
            size="lg"
            variant="accent"
            busy={check.busy}
            disabled={missingFields(kind, reading.columns).length > 0}
            onClick={() => void check.run(undefined)}
          >
            {t('check')}
          </Button>
        </section>
      )}
      {error && <Alert tone="bad">{problem(error)}</Alert>}
    </div>
  )
}

/** Saves an empty file with the columns of a kind. */
function TemplateButton({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation('imports')
  const fieldName = useFieldName()
  const save = () => {
    const csv = csvFile([importFields[kind].map(({ name }) => fieldName(name))])
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${kind}.csv`)
  }
  return (
    <Button variant="outline" title={t('template_hint')} onClick={save}>
      <Download aria-hidden />
      {t('template')}
    </Button>
  )
}
