import { useEffect, useMemo, useRef } from 'react'
import useSWRInfinite from 'swr/infinite'
import { useResting } from '@/lib/use-resting'
import type { Cursor, Page, Source, TableQuery } from './types'

/** Rows per request. */
export const PAGE_SIZE = 50

/** Pages that are read again after a change, or when the person returns; of a longer list only the beginning. */
const PAGES_AGAIN = 4
const PAGES_ON_RETURN = 20

/** Old rows fade if new ones take longer; faster ones come without a flicker (ms). */
const FADE_MS = 150

type Key = readonly ['table', string, TableQuery, Cursor | null]
type PageOf<Row> = Page<Row> & { of: string }

/**
 * The rows of a query by keyset pages. While another query's first page loads, the old rows stay and `isOld`
 * is set.
 *
 * @param id cache key of the pages
 * @param pageSize rows per request
 * @param mayAsk false while it is too early
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
    // A remounted table requests again, however soon.
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

  /** Reads the shown rows again; a long list starts over. */
  const readAgain = async (longest: number) => {
    if (pages.length > longest) await setSize(1)
    await mutate()
  }
  const refresh = () => readAgain(PAGES_AGAIN)

  // Cached pages show at once. Changes while the table was unmounted are unknown: their messages did not arrive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it may ask
  useEffect(() => {
    if (mayAsk && data !== undefined) void readAgain(PAGES_ON_RETURN)
  }, [mayAsk])
  return {
    rows,
    /** Their query. */
    of: pages[0]?.of ?? '',
    total: pages[0]?.total,
    isOld,
    isFaded: isFaded && isOld,
    /** Nothing to show yet. */
    isLoading: data === undefined && !error,
    error,
    hasMore: !isOld && last !== undefined && last.next !== null,
    isLoadingMore,
    loadMore: () => {
      if (!isLoadingMore) void setSize(pages.length + 1)
    },
    refresh,
    /** Reads a list of one page without applying it; null for a longer one. */
    readFirst: async () => {
      if (pages.length !== 1 || isOld) return null
      const page = await read(query, null)
      return page.next === null ? { ...page, ids: page.rows.map(rowId) } : null
    },
    putFirst: (page: PageOf<Row>) =>
      void mutate((known) => (known?.[0]?.of === page.of ? [page] : known), { revalidate: asking.current > 0 }),
    retry: () => void mutate(),
    /** Replaces a row by its new state; null removes it. */
    patch: (rowKey: string, row: Row | null) =>
      void mutate(
        (known) =>
          known?.map((page) => ({
            ...page,
            rows: page.rows.flatMap((old) => patched(old, row, rowId(old) === rowKey))
          })),
        // SWR drops a response that a mutation overtakes: request its other changes again.
        { revalidate: asking.current > 0 }
      )
  }
}

/** The table's last pages, while the next ones load; each page has its query. */
function useKept<Pages>(id: string, pages: Pages | undefined): Pages | undefined {
  const last = useRef<{ id: string; pages: Pages } | null>(null)
  useEffect(() => {
    if (pages !== undefined) last.current = { id, pages }
  })
  return pages ?? (last.current?.id === id ? last.current.pages : undefined)
}

export type TableRows<Row> = ReturnType<typeof useRows<Row>>

/** The re-read rows, reusing unchanged objects, which need no re-rendering. */
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

/** One signal per query: requests of an abandoned query are aborted. */
function useSignals(of: string): (key: string) => AbortSignal {
  const controllers = useRef(new Map<string, AbortController>())
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const known = controllers.current
    wanted.current = of
    return () => {
      wanted.current = null
      // In development effects run twice: a query that is requested again at once keeps its request. Aborted, it would count as
      // failed and be retried only seconds later.
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
