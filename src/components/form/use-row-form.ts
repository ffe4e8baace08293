import { useMemo, useState } from 'react'
import { lastChange } from '@/lib/last-change'
import type { Values } from './merge'
import { type FormRules, useFormRules } from './rules'
import { type EditFormOptions, useEditForm } from './use-edit-form'

interface Editable {
  id: string
  version: number
}

interface RowFormOptions<Row extends Editable, Schema, Content>
  extends Pick<EditFormOptions<Content>, 'errorFields' | 'invalidates' | 'worksInDemo'> {
  /** The database table. It also names the draft, and the table in the audit log where the author of a change is looked up. */
  table: string
  /** Makes the schema of the form. Memoize `schemaOf`, `valuesOf` and `initialOf`. */
  schemaOf: (rules: FormRules) => Schema
  /** Converts a stored row to form values. */
  valuesOf: (row: Row, rules: FormRules) => Values
  /** The initial values of a new row. */
  initialOf: (rules: FormRules) => Values
  /** The stored row; null if the form is for a new row. */
  stored: Row | null
  get: (id: string) => Promise<Row | null>
  /** Saves the row and returns it as stored. The returned row may lack columns that are not in the form. */
  save: (id: string, content: Content, version: number | null) => Promise<Row>
  onCreated: (id: string) => void
}

/** The state and actions of a form that edits one row of a database table. The row is read and saved by its id. */
export function useRowForm<Row extends Editable, Content, Schema extends EditFormOptions<Content>['schema']>(
  options: RowFormOptions<Row, Schema, Content>
) {
  const { table, schemaOf, valuesOf, stored, get, save, onCreated, initialOf, ...others } = options
  const rules = useFormRules()
  // The new row's id is chosen before saving, so that a retry does not create a second row.
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const schema = useMemo(() => schemaOf(rules), [schemaOf, rules])
  const [initial] = useState(() => initialOf(rules))
  const storedOf = (row: Row) => ({ values: valuesOf(row, rules), version: row.version })
  const form = useEditForm<Content>({
    ...others,
    id: `${table}.${stored ? id : 'new'}`,
    schema,
    initial,
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
