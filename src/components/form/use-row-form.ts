import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { lastChange } from '@/lib/server/last-change'
import type { Values } from './merge'
import { type FormRules, useFormRules } from './rules'
import type { Table } from './schema'
import { type EditFormOptions, useEditForm } from './use-edit-form'

interface Editable {
  id: string
  version: number
}

/** A form as {@link declareForm} returns it, or an object with the same functions. */
interface RowForm<Schema extends z.ZodMiniType, Initial> {
  /** The database table. It also names the draft, and the table in the audit log where the author of a change is looked up. */
  table: Table
  schemaOf: (rules: FormRules) => Schema
  /** Converts a row to form values. */
  valuesOf: (row: Initial, rules: FormRules) => Values
}

interface RowFormOptions<Row extends Editable, Content, Initial>
  extends Pick<EditFormOptions<Content>, 'errorFields' | 'invalidates' | 'worksInDemo'> {
  /** The content of a new row. */
  initial: Initial
  /** The stored row; null if the form is for a new row. */
  stored: Row | null
  get: (id: string) => Promise<Row | null>
  /** Saves the row and returns it as stored. The returned row may lack columns that are not in the form. */
  save: (id: string, content: Content, version: number | null) => Promise<Row>
  onCreated: (id: string) => void
}

/** The state and actions of a form that edits one row of a database table. The row is read and saved by its id. */
export function useRowForm<Schema extends z.ZodMiniType, Initial, Row extends Editable & Initial>(
  { table, schemaOf, valuesOf }: RowForm<Schema, Initial>,
  { stored, get, save, onCreated, initial, ...others }: RowFormOptions<Row, z.output<Schema>, Initial>
) {
  const rules = useFormRules()
  // The new row's id is chosen before saving, so that a retry does not create a second row.
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const schema = useMemo(() => schemaOf(rules), [schemaOf, rules])
  const [values] = useState(() => valuesOf(initial, rules))
  const storedOf = (row: Row) => ({ values: valuesOf(row, rules), version: row.version })
  const form = useEditForm<z.output<Schema>>({
    ...others,
    id: `${table}.${stored ? id : 'new'}`,
    schema: schema as z.ZodMiniType<z.output<Schema>>,
    initial: values,
    stored: stored && storedOf(stored),
    save: async (content, version) => storedOf(await save(id, content, version)),
    reload: async () => {
      const row = await get(id)
      return row && storedOf(row)
    },
    whoChanged: () => lastChange(table, id),
    onSaved: () => {
      if (!stored) onCreated(id)
    }
  })
  return { form, id, schema }
}
