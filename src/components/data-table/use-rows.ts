import { useEffect, useMemo, useRef } from 'react'
import useSWRInfinite from 'swr/infinite'
import { useResting } from '@/lib/use-resting'
import type { Cursor, Page, Source, TableQuery } from './types'

/** Rows that a page of the table asks for. */
export const PAGE_SIZE = 50

/** So many pages are read again when something changed, and when somebody comes back; of a longer list only the beginning. */
const PAGES_AGAIN = 4
const PAGES_ON_RETURN = 20

/** Old rows fade where the new ones take longer; those that come sooner come without a flicker (ms). */
const FADE_MS = 150

type Key = readonly ['table', string, TableQuery, Cursor | null]
type KeptPage<Row> = Page<Row> & { of: string }

/**
 * The rows of a query by keyset pages. While another query's first page is on its way, the old rows stay and `isOld`
 * says so.
 *
 * @param id under which the pages are cached
 * @param pageSize rows that are asked for at once
 * @param mayAsk false while it is too early to ask
 */
export function useRows<Row>(
  id: string,
  source: Source<Row>,
  query: TableQuery,
  rowId: (row: Row) => string,
  pageSize: number,
  mayAsk: boolean
) {
  const of = JSON.stringify(query)
  const signalOf = useSignals(of)
  const asking = useRef(0)
  const known = useRef<readonly Row[]>([])
  const read = async (asked: TableQuery, after: Cursor | null): Promise<KeptPage<Row>> => {
    const key = JSON.stringify(asked)
    const page = await source(asked, { after, size: pageSize }, signalOf(key))
    return { ...page, rows: keepSame(known.current, page.rows, rowId), of: key }
  }
  const swr = useSWRInfinite<KeptPage<Row>>(
    (index: number, previous: KeptPage<Row> | null): Key | null => {
      if (!mayAsk || (index > 0 && !previous?.next)) return null
      return ['table', id, query, index === 0 ? null : (previous?.next ?? null)]
    },
    async ([, , asked, after]: Key) => {
      asking.current++
      try {
        return await read(asked, after)
      } finally {
        asking.current--
      }
    },
    // A table that comes back asks anew, however soon.
    { dedupingInterval: 0, revalidateFirstPage: false, revalidateOnFocus: false, revalidateOnReconnect: false }
  )
  const { size, setSize, mutate } = swr
  const data = useKept(id, swr.data)
  const pages = data ?? []
  const rows = useMemo(() => unique(data ?? [], rowId), [data, rowId])
  useEffect(() => {
    known.current = rows
  })
  const last = pages.at(-1)
  const isOld = data !== undefined && pages[0]?.of !== of
  const isFaded = useResting(isOld, FADE_MS)
  const error = isAbort(swr.error) ? undefined : swr.error
  const isLoadingMore = !isOld && swr.isValidating && pages.length < size

  /** Reads again what is shown; a long list begins anew. */
  const readAgain = async (longest: number) => {
    if (pages.length > longest) await setSize(1)
    await mutate()
  }
  const refresh = () => readAgain(PAGES_AGAIN)

  // Pages that were kept show at once. What changed while the table was away is not known: no message of it reached the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it may ask
  useEffect(() => {
    if (mayAsk && data !== undefined) void readAgain(PAGES_ON_RETURN)
  }, [mayAsk])
  return {
    rows,
    /** The query that they answer. */
    of: pages[0]?.of ?? '',
    total: pages[0]?.total,
    isOld,
    isFaded: isFaded && isOld,
    /** Nothing is there to show yet. */
    isLoading: data === undefined && !error,
    error,
    hasMore: !isOld && last !== undefined && last.next !== null,
    isLoadingMore,
    loadMore: () => {
      if (!isLoadingMore) void setSize(pages.length + 1)
    },
    refresh,
    /** Reads a list of one page, and changes nothing yet; null for a longer one. */
    readFirst: async () => {
      if (pages.length !== 1 || isOld) return null
      const page = await read(query, null)
      return page.next === null ? { ...page, ids: page.rows.map(rowId) } : null
    },
    putFirst: (page: KeptPage<Row>) =>
      void mutate((known) => (known?.[0]?.of === page.of ? [page] : known), { revalidate: asking.current > 0 }),
    retry: () => void mutate(),
    /** Puts a row's new state in its place; null takes the row away. */
    patch: (rowKey: string, row: Row | null) =>
      void mutate(
        (known) =>
          known?.map((page) => ({
            ...page,
            rows: page.rows.flatMap((old) => patched(old, row, rowId(old) === rowKey))
          })),
        // SWR drops an answer that a change overtakes: what else it brought is asked for again.
        { revalidate: asking.current > 0 }
      )
  }
}

/** The pages of this table that were shown last, while the next ones are on their way; each page says what it was asked by. */
function useKept<Pages>(id: string, pages: Pages | undefined): Pages | undefined {
  const last = useRef<{ id: string; pages: Pages } | null>(null)
  useEffect(() => {
    if (pages !== undefined) last.current = { id, pages }
  })
  return pages ?? (last.current?.id === id ? last.current.pages : undefined)
}

export type TableRows<Row> = ReturnType<typeof useRows<Row>>

/** What was read again, with the rows themselves that say the same as before: they need not be drawn again. */
function keepSame<Row>(known: readonly Row[], rows: readonly Row[], rowId: (row: Row) => string): readonly Row[] {
  const before = new Map(known.map((row) => [rowId(row), row]))
  return rows.map((row) => {
    const old = before.get(rowId(row))
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

const patched = <Row>(old: Row, row: Row | null, isIt: boolean): Row[] => (isIt ? (row === null ? [] : [row]) : [old])

/** A row that moved between two pages meanwhile is shown once. */
function unique<Row>(pages: readonly Page<Row>[], rowId: (row: Row) => string): readonly Row[] {
  const known = new Map<string, Row>()
  for (const { rows } of pages) for (const row of rows) if (!known.has(rowId(row))) known.set(rowId(row), row)
  return [...known.values()]
}

const isAbort = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return /abort/i.test(String((cause as { name?: string; message?: string } | undefined)?.message ?? cause ?? ''))
}

/** One signal a query: what is asked for a query that the person has left is called off. */
function useSignals(of: string): (key: string) => AbortSignal {
  const controllers = useRef(new Map<string, AbortController>())
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const known = controllers.current
    wanted.current = of
    return () => {
      wanted.current = null
      // In development effects run twice: the query that is asked again at once keeps its request. Called off, it would
      // count as failed and wait for seconds until it is tried again.
      queueMicrotask(() => {
        if (wanted.current === of) return
        known.get(of)?.abort()
        known.delete(of)
      })
    }
  }, [of])
  return (key) => {
    const controller = controllers.current.get(key) ?? new AbortController()
    controllers.current.set(key, controller)
    return controller.signal
  }
}
