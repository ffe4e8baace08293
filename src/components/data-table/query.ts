import { addDays } from '@/lib/time/days'
import { startOfDay } from '@/lib/time/zoned'
import type { Filter, FilterValues, Sort, TableQuery } from './types'

/** The names of the table's address parameters that are not filters. */
export const SEARCH = 'q'
export const SORT = 'sort'
export const PAGE = 'page'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^-?\d+(\.\d+)?$/
const BETWEEN = '..'

/** The filters and sortable columns of a table: other parameters of an address are ignored. */
interface Askable {
  filters: readonly Filter[]
  /** Ids of sortable columns. */
  sortable: readonly string[]
}

/**
 * Parses a range "a..b". Each end must match `form` or be empty, and at least one must be set; otherwise the result is empty.
 */
function readRange(text: string, form: RegExp): readonly string[] {
  const ends = text.split(BETWEEN)
  const isRange = ends.length === 2 && ends.some(Boolean) && ends.every((end) => end === '' || form.test(end))
  return isRange ? ends : []
}

/** Reads the values of one filter from the text of its address parameter. Empty if the text is empty or invalid. */
function readFilter(filter: Filter, text: string): readonly string[] {
  switch (filter.kind) {
    case 'choice':
    case 'choices': {
      const chosen = text.split(',').filter((value) => filter.options.some((option) => option.value === value))
      return filter.kind === 'choice' ? chosen.slice(0, 1) : chosen
    }
    case 'dates':
      return readRange(text, DAY)
    case 'numbers':
      return readRange(text, NUMBER)
    case 'switch':
      return text === 'yes' || text === 'no' ? [text] : []
    default:
      return text.trim() ? [text.trim()] : []
  }
}

const writeFilter = (filter: Filter, values: readonly string[]): string =>
  values.join(filter.kind === 'choices' ? ',' : BETWEEN)

export function readSort(text: string | null, sortable: readonly string[]): Sort | null {
  const column = sortable.find((name) => name === text?.replace(/^-/, ''))
  return column ? { column, isDown: text?.startsWith('-') === true } : null
}

export const writeSort = ({ column, isDown }: Sort): string => (isDown ? `-${column}` : column)

/** Reads search, filters and sort from the parameters of an address. */
export function readQuery(params: URLSearchParams, { filters, sortable }: Askable): TableQuery {
  const values: Record<string, readonly string[]> = {}
  for (const filter of filters) {
    const read = readFilter(filter, params.get(filter.id) ?? '')
    if (read.length > 0) values[filter.id] = read
  }
  return { search: params.get(SEARCH)?.trim() ?? '', sort: readSort(params.get(SORT), sortable), filters: values }
}

/** Writes a query into the parameters of the address; parameters that do not belong to the table stay. */
export function writeQuery(params: URLSearchParams, query: TableQuery, filters: readonly Filter[]): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string) => {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  put(SEARCH, query.search.trim())
  put(SORT, query.sort ? writeSort(query.sort) : '')
  for (const filter of filters) put(filter.id, writeFilter(filter, query.filters[filter.id] ?? []))
  // The page number belonged to the previous query: the new one starts on its first page.
  next.delete(PAGE)
  return next
}

const midnight = (day: string, timeZone: string): string => {
  const at = startOfDay(day, timeZone)
  return at === null ? '' : new Date(at).toISOString()
}

/**
 * Returns the query as it is sent to a source: the days of a range become instants in the given time zone, and the end of the
 * range becomes exclusive. Ranges of a filter with `asDays` stay as they are.
 */
export function requestOf(query: TableQuery, filters: readonly Filter[], timeZone: string): TableQuery {
  const values: Record<string, readonly string[]> = { ...query.filters }
  for (const filter of filters) {
    const { id } = filter
    const days = query.filters[id]
    if (filter.kind !== 'dates' || filter.asDays || !days) continue
    const [from = '', to = ''] = days
    values[id] = [midnight(from, timeZone), midnight(to && addDays(to, 1), timeZone)]
  }
  return { ...query, filters: values }
}

/** Whether a search or any filter is set. */
export const isNarrowed = ({ search, filters }: TableQuery): boolean => search !== '' || Object.keys(filters).length > 0

/** Whether the query has the filters of a view, in any order, and no search. */
export function isView(values: FilterValues, query: TableQuery): boolean {
  const flat = (of: FilterValues) => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)))
  return query.search === '' && flat(values) === flat(query.filters)
}
