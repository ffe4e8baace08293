/** What a table asks of its source: search, filters, sort and pages. */
import type { Option } from './column'

interface FilterBase {
  /** The filter's parameter in the address; not `q`, `sort` or `page`. */
  id: string
  label: string
}

/**
 * A filter of a table. Its value is a list of texts in {@link TableQuery.filters}, which depends on the kind:
 *
 * - `choice`, `choices`: the chosen values.
 * - `text`: the typed text.
 * - `dates`, `numbers`: [from, to], each '' if that end is open. In the request to the source, the days of a `dates` filter
 * become instants (`to` is then exclusive). With `asDays` they stay days.
 * - `switch`: 'yes' or 'no'.
 * - `person`: the id of the found person or thing.
 */
export type Filter =
  | (FilterBase & { kind: 'choice' | 'choices'; options: readonly Option[] })
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'dates'; asDays?: true })
  | (FilterBase & { kind: 'numbers'; unit?: string; min?: number })
  | (FilterBase & { kind: 'switch' })
  | (FilterBase & {
      /** Finds a person (or something else, see `words`) by a typed text. */
      kind: 'person'
      /** The label of the search box, and the text shown if nothing is found. Needed if the filter does not find people. */
      words?: { ask: string; none: string }
      find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
      nameOf: (id: string) => Promise<string>
    })

export interface Sort {
  column: string
  isDown: boolean
}

export type FilterValues = Readonly<Record<string, readonly string[]>>

/** Search, filters and sort, as sent to a source. */
export interface TableQuery {
  search: string
  sort: Sort | null
  filters: FilterValues
}

/** Says where a page begins: the value of `next` in the previous page. */
export type Cursor = Readonly<Record<string, unknown>> | string | number

export interface Page<Row> {
  rows: readonly Row[]
  /** The cursor of the next page; null after the last page. */
  next: Cursor | null
  /** The number of all rows that match the query, if the source knows it without counting. */
  total?: number
}

/**
 * Reads one page of a query's rows.
 *
 * @param page.columns ids of the columns that are needed (for a file); a source may leave out data that none of them uses
 */
export type Source<Row> = (
  query: TableQuery,
  page: { after: Cursor | null; size: number; columns?: readonly string[] },
  signal: AbortSignal
) => Promise<Page<Row>>

/** A named set of filters that the page offers, shown as a tab. */
export interface View {
  id: string
  label: string
  filters: FilterValues
  sort?: Sort
}
