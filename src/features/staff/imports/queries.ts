import { languages } from '@/config/languages'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { readTexts } from '@/lib/texts/backend'
import { offeredLanguages } from '@/lib/texts/offered'
import type { Facts } from './model/facts'
import type { ImportState, RowState } from './model/state'
import { type ImportWords, wordsIn } from './model/words'

export const importsKey = ['imports'] as const

export const listImports = async (): Promise<ImportState[]> =>
  (await unwrap(supabase.rpc('list_imports'))) as unknown as ImportState[]

/** A row of an import, and what is wrong with it. */
export interface ImportRow {
  nr: number
  facts: Facts
  state: RowState
  /** What was written; null if nothing was. */
  did: 'fresh' | 'changed' | null
  changes: string[] | null
  code: string | null
  field: string | null
  other_nr: number | null
}

/** Maximum number of rows of one state that the preview shows. */
export const SHOWN_ROWS = 200

export const importRowsKey = (id: string, state: RowState, count: number) => ['import-rows', id, state, count] as const

export const getImportRows = async (import_id: string, state: RowState, after_nr = 0, page_size = SHOWN_ROWS) =>
  (await unwrap(supabase.rpc('import_rows', { import_id, state, after_nr, page_size }))) as unknown as ImportRow[]

/** Reads all rows of one state. */
export async function getAllRows(id: string, state: RowState): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (let page = await getImportRows(id, state, 0, 1000); page.length > 0; ) {
    rows.push(...page)
    page = page.length < 1000 ? [] : await getImportRows(id, state, page.at(-1)?.nr, 1000)
  }
  return rows
}

/** Reads the names of columns and words of cells in the languages of the build, and in another one that the page has. */
export async function readWords(language: string): Promise<ImportWords> {
  const locales = [...new Set([language, ...languages.map(({ locale }) => locale)])]
  return wordsIn(await Promise.all(locales.map((locale) => readTexts(locale, 'imports'))), offeredLanguages())
}
