import { useEffect, useMemo, useRef } from 'react'
import useSWRInfinite from 'swr/infinite'
import { useResting } from '@/lib/hooks/use-resting'
import type { Cursor, Page, Source, TableQuery } from './types'

/** Number of rows per request. */
export const PAGE_SIZE = 50

/**
 * Maximum number of loaded pages that are all read again after a change. If more pages are loaded, only the first is read
 * again, and the others load when the person scrolls. When the person returns to the table, the maximum is `PAGES_ON_RETURN`.
 */
const PAGES_AGAIN = 4
const PAGES_ON_RETURN = 20

/** If the rows of a new query have not arrived after this time (ms), the old rows fade. A faster response causes no flicker. */
const FADE_MS = 150

type Key = readonly ['table', string, TableQuery, Cursor | null]
type PageOf<Row> = Page<Row> & { of: string }

/**
 * The rows of a query, read page by page from a cursor. While the first page of another query loads, the old rows stay and
 * `isOld` is set.
 *
 * @param id cache key of the pages
 * @param pageSize rows per request
 * @param mayAsk false as long as no request may be sent yet
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
  const read = async (asked: TableQuery, after: Cursor | null): Promise<PageOf<Row>> => {
    const key = JSON.stringify(asked)
    const page = await source(asked, { after, size: pageSize }, signalOf(key))
    return { ...page, rows: keepSame(known.current, page.rows, rowId), of: key }
  }
  const swr = useSWRInfinite<PageOf<Row>>(
    (index: number, previous: PageOf<Row> | null): Key | null => {
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
    // Requests the rows again whenever a table is mounted, however soon after the last request.
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

  /** Reads the loaded pages again; if there are more than `longest`, only the first page. */
  const readAgain = async (longest: number) => {
    if (pages.length > longest) await setSize(1)
    await mutate()
  }
  const refresh = () => readAgain(PAGES_AGAIN)
  // SWR drops a response that arrives after a change to the rows, so running requests are sent again. With true instead of a
  // function, it would only read the pages that differ by this change.
  const again = () => (asking.current > 0 ? () => true : false)

  // Reads the rows again on mounting: cached pages show at once, but the table received no messages while it was unmounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when requests are allowed
  useEffect(() => {
    if (mayAsk && data !== undefined) void readAgain(PAGES_ON_RETURN)
  }, [mayAsk])
  return {
    rows,
    /** Identifies the query that these rows belong to. */
    of: pages[0]?.of ?? '',
    total: pages[0]?.total,
    isOld,
    isFaded: isFaded && isOld,
    /** Whether no rows have loaded yet, neither of this query nor of an earlier one. */
    isLoading: data === undefined && !error,
    error,
    hasMore: !isOld && last !== undefined && last.next !== null,
    isLoadingMore,
    loadMore: () => {
      if (!isLoadingMore) void setSize(pages.length + 1)
    },
    refresh,
    /** Reads the list again and returns it without showing it. Returns null if the list has more than one page. */
    readFirst: async () => {
      if (pages.length !== 1 || isOld) return null
      const page = await read(query, null)
      return page.next === null ? { ...page, ids: page.rows.map(rowId) } : null
    },
    putFirst: (page: PageOf<Row>) =>
      void mutate((known) => (known?.[0]?.of === page.of ? [page] : known), { revalidate: again() }),
    retry: () => void mutate(),
    /** Replaces a row by its new state; null removes it. */
    patch: (rowKey: string, row: Row | null) =>
      void mutate(
        (known) =>
          known?.map((page) => ({
            ...page,
            rows: page.rows.flatMap((old) => patched(old, row, rowId(old) === rowKey))
          })),
        { revalidate: again() }
      )
  }
}

/** The table's last pages, shown while those of another query load; each page names its query. */
function useKept<Pages>(id: string, pages: Pages | undefined): Pages | undefined {
  const last = useRef<{ id: string; pages: Pages } | null>(null)
  useEffect(() => {
    if (pages !== undefined) last.current = { id, pages }
  })
  return pages ?? (last.current?.id === id ? last.current.pages : undefined)
}

export type TableRows<Row> = ReturnType<typeof useRows<Row>>

/**
 * Returns the rows that were read again, but with the old object for each row that did not change, so that React need not
 * render such a row again.
 */
function keepSame<Row>(known: readonly Row[], rows: readonly Row[], rowId: (row: Row) => string): readonly Row[] {
  const before = new Map(known.map((row) => [rowId(row), row]))
  return rows.map((row) => {
    const old = before.get(rowId(row))
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

const patched = <Row>(old: Row, row: Row | null, isIt: boolean): Row[] => (isIt ? (row === null ? [] : [row]) : [old])

/** Returns the rows of all pages without duplicates: a row may have moved from one page to the next between two requests. */
function unique<Row>(pages: readonly Page<Row>[], rowId: (row: Row) => string): readonly Row[] {
  const known = new Map<string, Row>()
  for (const { rows } of pages) for (const row of rows) if (!known.has(rowId(row))) known.set(rowId(row), row)
  return [...known.values()]
}

const isAbort = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return /abort/i.test(String((cause as { name?: string; message?: string } | undefined)?.message ?? cause ?? ''))
}

/** Gives each query an AbortSignal: requests of a query that is no longer shown are aborted. */
function useSignals(of: string): (key: string) => AbortSignal {
  const controllers = useRef(new Map<string, AbortController>())
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const known = controllers.current
    wanted.current = of
    return () => {
      wanted.current = null
      // Waits a moment before aborting: in development React runs effects twice, and the request of a query that is used again
      // at once must continue. If aborted, it would count as failed and be retried only seconds later.
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
