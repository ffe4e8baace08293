import { type RefObject, useEffect, useRef, useState } from 'react'
import { type AppError, toAppError } from '@/lib/server/errors'
import type { CellValue, Column } from './types'

/** How long a cell shows that its change was saved, and offers to undo it (ms). */
const SAVED_MS = 6000

export type EditValue = string | number | boolean

/** The state of a cell's last change. */
export interface CellNote {
  state: 'saving' | 'saved' | 'failed'
  error?: AppError
  undo?: () => void
  /** The value that the server refused. */
  refused?: EditValue
}

interface OpenCell {
  row: string
  column: string
}

interface Edits<Row> {
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Returns a row by id, as it is shown now. */
  find: (id: string) => Row | undefined
  /** Replaces a row by the one that the server returned. */
  patch: (id: string, row: Row) => void
  /** Reads the rows again; called when a save was refused because another person had changed the row. */
  refresh: () => Promise<unknown>
  /** Undoes the last change; called by Ctrl+Z. */
  lastChange: RefObject<(() => void) | null>
}

const keyOf = ({ row, column }: OpenCell): string => `${row} ${column}`

/** Returns a cell's value for its editor: '' if the cell has no value. */
const asEdit = (value: CellValue): EditValue => value ?? ''

/**
 * Lets people edit cells. One cell is open at a time. Its input is saved after a pause in typing, and the cell shows the
 * result. If the server refuses a value, the cell shows the stored value again; when the cell is opened next, it starts with
 * the refused value.
 */
export function useEdit<Row>({ columns, rowId, find, patch, refresh, lastChange }: Edits<Row>) {
  const [open, setOpen] = useState<OpenCell | null>(null)
  const [notes, setNotes] = useState<Readonly<Record<string, CellNote>>>({})
  const draft = useRef<EditValue>('')
  /**
   * For each cell, the row as this person last saw it: at first when the cell was opened, later after each of the person's
   * changes.
   */
  const known = useRef(new Map<string, Row>())
  const running = useRef(new Map<string, Promise<Row | undefined>>())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])

  const note = (key: string, next: CellNote | null) =>
    setNotes(({ [key]: _old, ...others }) => (next ? { ...others, [key]: next } : others))

  /**
   * Returns the row whose version a save sends to the server. This is normally the newest row. If another person has changed
   * the same cell, it is the row as this person last saw it. Its version is old, so the server refuses the save instead of
   * overwriting the other change.
   */
  const over = (row: Row, newest: Row | undefined, column: Column<Row>): Row =>
    newest !== undefined && column.value(newest) === column.value(row) ? newest : row

  /** Saves a cell. Changes of the same row are sent one after the other, each based on the response to the previous one. */
  const save = async (row: Row, column: Column<Row>, value: EditValue, isUndo = false) => {
    const id = rowId(row)
    const key = keyOf({ row: id, column: column.id })
    const before = running.current.get(id)
    const next = (async () => {
      const newest = (await before) ?? find(id)
      return store(over(isUndo ? row : (known.current.get(key) ?? row), newest, column), column, value, isUndo)
    })()
    running.current.set(id, next)
    await next
    if (running.current.get(id) === next) running.current.delete(id)
  }
  /**
   * Sends one change to the server.
   *
   * @returns the row as the server stored it; undefined if the value is not new or the request failed
   */
  const store = async (row: Row, column: Column<Row>, value: EditValue, isUndo: boolean): Promise<Row | undefined> => {
    const { editor } = column
    const key = keyOf({ row: rowId(row), column: column.id })
    const before = asEdit(column.value(row))
    if (!editor || value === before) return undefined
    clearTimeout(timers.current.get(key))
    note(key, { state: 'saving' })
    try {
      const answer = await editor.save(row, value)
      patch(rowId(row), answer)
      known.current.set(key, answer)
      const undo = isUndo ? undefined : () => void save(answer, column, before, true)
      lastChange.current = undo ?? null
      note(key, { state: 'saved', ...(undo ? { undo } : {}) })
      timers.current.set(
        key,
        setTimeout(() => note(key, null), SAVED_MS)
      )
      return answer
    } catch (error) {
      const failure = toAppError(error)
      note(key, { state: 'failed', error: failure, refused: value })
      if (failure.key === 'version_conflict') await refresh().catch(() => {})
      return undefined
    }
  }

  return {
    begin: (row: Row, columnId: string): boolean => {
      const editor = columns.find(({ id }) => id === columnId)?.editor
      if (!editor || editor.canEdit?.(row) === false) return false
      const key = keyOf({ row: rowId(row), column: columnId })
      draft.current = notes[key]?.refused ?? asEdit(columns.find(({ id }) => id === columnId)?.value(row))
      known.current.set(key, row)
      note(key, null)
      setOpen({ row: rowId(row), column: columnId })
      return true
    },
    isOpen: (row: string, column: string) => open?.row === row && open.column === column,
    isEditing: open !== null,
    /** Returns the initial value of the open cell. */
    draft: () => draft.current,
    close: () => setOpen(null),
    save: (row: Row, column: Column<Row>, value: EditValue) => void save(row, column, value),
    noteOf: (row: string, column: string): CellNote | undefined => notes[keyOf({ row, column })],
    forget: (row: string, column: string) => note(keyOf({ row, column }), null)
  }
}

export type Edit<Row> = ReturnType<typeof useEdit<Row>>
