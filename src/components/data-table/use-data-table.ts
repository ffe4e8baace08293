import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useLive } from '@/lib/server/use-live'
import type { Place } from './grid-keys'
import { keepPosition, positionAt } from './positions'
import { isNarrowed, requestOf } from './query'
import { useSavedViews } from './saved-views'
import type { Filter, TableDefinition, TableHost } from './types'
import { useEdit } from './use-edit'
import { useLayout } from './use-layout'
import { isUntouched, useLiveRows } from './use-live-rows'
import { useColumns } from './use-model'
import { usePeek } from './use-peek'
import { placeSelector } from './use-place'
import { useSelection } from './use-selection'
import { useShownRows } from './use-shown-rows'
import { useTableQuery } from './use-table-query'

const noFilters: readonly Filter[] = []

/** The state and actions of a table, which all of its parts share. */
export function useDataTable<Row>(definition: TableDefinition<Row>, host: TableHost) {
  const { id, columns, filters = noFilters, rowId, rowLink, bulk, actions } = definition
  const asked = useTableQuery(columns, filters)
  const request = useMemo(() => requestOf(asked.query, filters, host.timeZone), [asked.query, filters, host.timeZone])
  const { channel, mayAsk } = useLive(
    definition.live?.topic ?? null,
    // Messages that arrive before the table's first request are ignored: that request returns the changed rows anyway.
    (message) => mayAsk && news.hear(message),
    { events: definition.live?.events ?? [] }
  )
  const lastChange = useRef<(() => void) | null>(null)
  const { rows, known, first, tree, pager, order } = useShownRows(definition, request, mayAsk, lastChange)
  const ids = useMemo(() => rows.rows.map(rowId), [rows.rows, rowId])
  const knownIds = useMemo(() => known.map(rowId), [known, rowId])
  const { onRows } = definition
  const { isLoading } = rows
  useEffect(() => {
    if (!isLoading) onRows?.(rows.rows)
  }, [onRows, rows.rows, isLoading])
  const layout = useLayout(host.personId, id, columns)
  const saved = useSavedViews(host.personId, id)
  const kept = useKeptPosition()
  const isSelectable = bulk !== undefined
  const chosen = useSelection(ids, JSON.stringify([request, pager?.page]), kept.at?.selected ?? {})
  const selection = isSelectable ? chosen : null
  const peeked = usePeek(ids)
  const latest = useRef(known)
  latest.current = known
  const find = (row: string) => latest.current.find((one) => rowId(one) === row)
  const edited = useEdit({ columns, rowId, find, patch: rows.patch, refresh: rows.refresh, lastChange })
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ row: 0, column: (isSelectable ? 1 : 0) + (order ? 1 : 0) })
  const start = useRef<Place>(kept.at ?? place.current).current
  const navigate = useNavigate()
  const headHintId = useId()
  const orderHintId = useId()
  const news = useLiveRows(
    definition.live,
    channel,
    rows,
    knownIds,
    () => isUntouched(scroller) && peeked.id === null && chosen.count === 0 && !edited.isEditing
  )
  kept.read.current = () => ({
    scroll: scroller.current?.scrollTop ?? 0,
    ...place.current,
    selected: chosen.isEverything ? {} : chosen.ids
  })

  return {
    definition,
    host,
    filters,
    ...asked,
    request,
    isNarrowed: isNarrowed(asked.query),
    rows,
    ids,
    layout,
    saved,
    columns: useColumns({
      columns,
      layout,
      isSelectable,
      hasOrder: order !== null,
      hasActions: actions !== undefined || order !== null || columns.some(({ link }) => link)
    }),
    selection,
    selectedRows: selection ? rows.rows.filter((row) => selection.ids[rowId(row)]) : [],
    peek: definition.peek ? peeked : null,
    /** Closes the panel and moves the focus back to the row that it showed. */
    closePeek: () => {
      const row = peeked.index
      peeked.close()
      const cell = scroller.current?.querySelector<HTMLElement>(placeSelector({ row, column: place.current.column }))
      ;(cell?.querySelector<HTMLElement>('[data-widget]') ?? cell)?.focus()
    },
    order,
    first,
    pager,
    /** Undoes the last change of a cell or of the order. */
    undo: (): boolean => {
      const back = lastChange.current
      lastChange.current = null
      back?.()
      return back !== null
    },
    edit: columns.some(({ editor }) => editor) ? edited : null,
    news,
    scroller,
    place,
    start,
    scrollAtStart: kept.at?.scroll ?? 0,
    headHintId,
    orderHintId,
    tree: definition.tree ? tree : null,
    canOpen: definition.peek !== undefined || rowLink !== undefined,
    /** Opens a page that a cell links to. */
    follow: (to: string) => void navigate(to),
    openRow: (index: number, how: 'key' | 'look' = 'look') => {
      const row = rows.rows[index]
      if (row === undefined) return
      if (definition.onOpen) return definition.onOpen(row, how)
      const link = rowLink?.(row)
      if (link) void navigate(link)
      else if (tree.isOpen(row) !== null) tree.toggle(row)
    },
    /**
     * Returns the position that a column gets when it moves past one visible neighbour. Hidden columns between them do not
     * count.
     */
    nextShown: (from: number, way: number): number => {
      const { order, shown } = layout
      let to = from + way
      while (to > 0 && to < order.length - 1 && !shown[order[to] ?? '']) to += way
      return to
    }
  }
}

export type TableModel<Row> = ReturnType<typeof useDataTable<Row>>

/**
 * Stores the table's scroll position, focused cell and selected rows when the person leaves this history entry, and restores
 * them when the person returns.
 */
function useKeptPosition() {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const at = useRef(isBack ? positionAt(key) : undefined).current
  const read = useRef<() => Parameters<typeof keepPosition>[1]>(null)
  const entry = useRef(key)
  useLayoutEffect(() => {
    entry.current = key
  })
  // A layout effect, because the cleanup of a layout effect runs while the grid is still in the document.
  useLayoutEffect(
    () => () => {
      const position = read.current?.()
      if (position) keepPosition(entry.current, position)
    },
    []
  )
  return { at, read }
}
