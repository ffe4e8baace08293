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
  /** Names the draft, and the row in the log. */
  table: string
  /** Both are kept between renders. */
  schemaOf: (rules: FormRules) => Schema
  /** A stored row as the form holds it. */
  valuesOf: (row: Row, rules: FormRules) => Values
  /** What a new one starts with. */
  initialOf: (rules: FormRules) => Values
  /** Null for a new one. */
  stored: Row | null
  get: (id: string) => Promise<Row | null>
  /** The row as it is then; what it does not answer is not in the form. */
  save: (id: string, content: Content, version: number | null) => Promise<Row>
  onCreated: (id: string) => void
}

/** The form of one row of a table, which is read, saved and read again by its id. */
export function useRowForm<Row extends Editable, Content, Schema extends EditFormOptions<Content>['schema']>(
  options: RowFormOptions<Row, Schema, Content>
) {
  const { table, schemaOf, valuesOf, stored, get, save, onCreated, initialOf, ...others } = options
  const rules = useFormRules()
  // Known before it is saved, so that a second try does not make a second one.
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
