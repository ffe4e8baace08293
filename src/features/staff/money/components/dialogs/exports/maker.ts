/** What the makers of all files share: their options and result, and the name of a file. */
import type { TFunction } from 'i18next'
import type { useTableHost } from '@/entities/person'
import type { Settings } from '@/entities/settings'
import type { Period } from '@/lib/time/days'
import type { MoneyWords } from '../../../hooks/use-words'

export interface Income {
  year: number
  format: 'csv' | 'xml'
}

export interface Wanted {
  month: Period
  income: Income
  t: TFunction<'money'>
  words: MoneyWords
  host: ReturnType<typeof useTableHost>
  settings: Settings | null
  signal: AbortSignal
  onProgress: (rows: number) => void
}

/** The result of an export: the message to show, and what the file lacks. */
export interface FileResult {
  text: string
  warnings: readonly string[]
}

export type Maker = (wanted: Wanted) => Promise<FileResult>

export const nameOf = ({ month }: Wanted, id: string, type: string): string => `${id}-${month.from.slice(0, 7)}.${type}`

export const saved = ({ t, words }: Wanted, rows: number, name: string): string =>
  t('files.done', { count: rows, shown: words.count(rows), name })
