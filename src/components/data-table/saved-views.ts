import { useState } from 'react'
import { readStored, store } from '@/lib/storage/stored'
import { isRecord, type Layout, parseColumns } from './layout'

/** A named view of a table: filters and sort as in the address, and the columns. */
export interface SavedView {
  id: string
  label: string
  /** The query part of the address, reduced to the table's parameters. */
  address: string
  columns: Pick<Layout, 'order' | 'shown'>
}

/** Maximum number of saved views: they fit into one row of tabs with some scrolling. */
export const MOST_VIEWS = 20
export const LONGEST_NAME = 40

const keyOf = (personId: string, tableId: string) => `hackney.views.${personId}.${tableId}`

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses stored views and drops invalid ones. */
export function parseViews(read: unknown): SavedView[] {
  if (!Array.isArray(read)) return []
  return read.slice(0, MOST_VIEWS).flatMap((view) => {
    if (!isRecord(view) || !isText(view.id) || !isText(view.label) || !isText(view.address)) return []
    const { id, label, address, columns } = view
    return [{ id, label: label.slice(0, LONGEST_NAME), address, columns: parseColumns(columns) }]
  })
}

/** Returns the views that this person has saved for a table, and functions to change them. They are stored in this browser. */
export function useSavedViews(personId: string, tableId: string) {
  const key = keyOf(personId, tableId)
  const [views, setViews] = useState(() => parseViews(readStored(key)))
  const put = (next: SavedView[]) => {
    setViews(next)
    store(key, next)
  }
  return {
    views,
    /** Adds a view. A view of the same name is replaced; if there are too many, the oldest one is dropped. */
    add: (view: Omit<SavedView, 'id'>) =>
      put(
        [...views.filter(({ label }) => label !== view.label), { ...view, id: crypto.randomUUID() }].slice(-MOST_VIEWS)
      ),
    remove: (id: string) => put(views.filter((view) => view.id !== id)),
    restore: (all: SavedView[]) => put(all)
  }
}
