import { createContext, useContext, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Path, storedAt, valueAt } from './merge'
import type { EditFormState } from './use-edit-form'

/** How the save bar and the conflict dialog name a field and format its value. */
export interface FieldWords {
  label: string
  show: (value: unknown) => string
}

interface FormContextValue {
  form: EditFormState
  table: string
  /**
   * The label and formatter of each field by its path. The fields register themselves. The path `list.*.column` stands for a
   * column in every row of a list.
   */
  words: Map<Path, FieldWords>
}

export const FormContext = createContext<FormContextValue | null>(null)

export function useFormContext(): FormContextValue {
  const value = useContext(FormContext)
  if (!value) throw new Error('a form field stands outside of an EditForm')
  return value
}

const anyRow = (path: Path) => path.replace(/\.\d+\./, '.*.')

/** Registers the label and the formatter of a field in the form, for the save bar and the conflict dialog. */
export function useFieldWords(path: Path, label: string, show: (value: unknown) => string): void {
  const { words } = useFormContext()
  useLayoutEffect(() => {
    words.set(path, { label, show })
  })
}

/** Returns the state of the field at a path: its value, its stored value and its error, and functions for its events. */
export function useField(path: Path) {
  const { form } = useFormContext()
  const value = valueAt(form.values, path)
  const stored = storedAt(form.base.values, form.values, path)
  const isChanged = !form.isNew && (!stored || !form.same(path, stored.value, value))
  return {
    value,
    /** The stored value as `{ value }`, if the person has changed this field; otherwise null. Always null in a new row. */
    stored: isChanged ? stored : null,
    isChanged,
    error: form.errorAt(path),
    change: (next: unknown) => form.change(path, next),
    leave: () => form.leave(path)
  }
}

/** Returns functions that name fields and format their values, for the save bar and conflicts. */
export function useWordsOf() {
  const { form, words } = useFormContext()
  const { t } = useTranslation('form')
  const nameOf = (path: Path): string => {
    const own = words.get(path) ?? words.get(anyRow(path))
    if (!own) return path
    const [list = '', row, column] = path.split('.')
    if (column === undefined) return own.label
    // A row of a list is named by its first cell, so a cell's name is "Small parcel: Amount".
    const cells = (valueAt(form.values, `${list}.${row}`) ?? {}) as Record<string, unknown>
    const head = Object.entries(cells).find(([name]) => name !== 'key' && name !== column)
    const title = head ? (words.get(`${list}.*.${head[0]}`)?.show(head[1]) ?? String(head[1])) : ''
    return title ? t('cell', { row: title, column: own.label }) : own.label
  }
  const show = (path: Path, value: unknown): string =>
    (words.get(path) ?? words.get(anyRow(path)))?.show(value) ?? String(value ?? '')
  return { nameOf, show }
}
