import { readCsv } from '@/components/data-table/import/csv-reader'
import { FileProblem } from '@/components/data-table/import/problem'
import { readText } from '@/components/data-table/import/read-text'
import { readCamt053 } from '../../model/files/camt053'
import type { Mapping } from '../../model/files/columns'
import { guessReport, isReportMapped, presetOf, type ReportField } from '../../model/files/provider-report'
import type { Statement } from '../../model/files/statement'
import { guessStatement, isStatementMapped, type StatementField } from '../../model/files/statement-csv'

/** A chosen file: a camt.053 statement, or a table whose columns need to be mapped. */
export type Chosen =
  | { kind: 'camt'; name: string; statement: Statement }
  | { kind: 'list'; name: string; rows: readonly (readonly string[])[]; source: string }

/** The likely source of a table: a provider if its column names match, or else the bank. */
function sourceOf(rows: readonly (readonly string[])[], providers: readonly string[]): string {
  const heads = rows.slice(0, 5).flat().join(' ').toLowerCase()
  if (/reporting_category|balance_transaction|payment_intent/.test(heads) && providers.includes('stripe'))
    return 'stripe'
  if (/reference txn id|paypal/.test(heads) && providers.includes('paypal')) return 'paypal'
  if (isStatementMapped(guessStatement(rows))) return 'bank'
  return providers[0] ?? 'bank'
}

/**
 * Reads the chosen file.
 *
 * @param own the operator's account from the settings; '' if not set
 * @throws FileProblem
 */
export async function readChosen(file: File, own: string, providers: readonly string[]): Promise<Chosen> {
  const text = readText(new Uint8Array(await file.arrayBuffer()))
  if (/^\s*</.test(text.replace(/^\uFEFF/, ''))) {
    return { kind: 'camt', name: file.name, statement: readCamt053(text, own) }
  }
  const rows = readCsv(text)
  if (rows.length < 2) throw new FileProblem('no_lines')
  return { kind: 'list', name: file.name, rows, source: sourceOf(rows, providers) }
}

export type AnyMapping = Mapping<StatementField> | Mapping<ReportField>

/** Guesses by the columns' names which column of a table holds which field. */
export const guess = (rows: readonly (readonly string[])[], source: string): AnyMapping =>
  source === 'bank' ? guessStatement(rows) : guessReport(rows, presetOf(source))

export const isMapped = (mapping: AnyMapping, source: string): boolean =>
  source === 'bank'
    ? isStatementMapped(mapping as Mapping<StatementField>)
    : isReportMapped(mapping as Mapping<ReportField>)
