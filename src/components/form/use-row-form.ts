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
  /** The name of the draft, and the row in the log. */
  table: string
  /** Both are memoized. */
  schemaOf: (rules: FormRules) => Schema
  /** A stored row as form values. */
  valuesOf: (row: Row, rules: FormRules) => Values
  /** The initial values of a new row. */
  initialOf: (rules: FormRules) => Values
  /** Null for a new row. */
  stored: Row | null
  get: (id: string) => Promise<Row | null>
  /** The row afterwards; columns missing in it are not in the form. */
  save: (id: string, content: Content, version: number | null) => Promise<Row>
  onCreated: (id: string) => void
}

/** The form of one row of a table, read and saved by id. */
export function useRowForm<Row extends Editable, Content, Schema extends EditFormOptions<Content>['schema']>(
  options: RowFormOptions<Row, Schema, Content>
) {
  const { table, schemaOf, valuesOf, stored, get, save, onCreated, initialOf, ...others } = options
  const rules = useFormRules()
  // Chosen before saving, so that a retry does not create a second row.
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
