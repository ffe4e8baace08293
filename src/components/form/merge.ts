import type * as z from 'zod/mini'

/** The values of a form, by field; lists have rows with a `key`. */
export type Values = Record<string, unknown>

export interface Row {
  key: string
  [column: string]: unknown
}

/** `name`, or `parcel_types.1.amount` for a cell of a list. */
export type Path = string

/** Whether two values of a field mean the same: "7.5" and "7,50" do. */
export type Same = (path: Path, a: unknown, b: unknown) => boolean

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'key' in value
export const rowsOf = (value: unknown): Row[] | null =>
  Array.isArray(value) && value.every(isRow) ? (value as Row[]) : null

const keysOf = (rows: readonly Row[]) => rows.map(({ key }) => key).join()

/** The value at a path. */
export function valueAt(values: Values, path: Path): unknown {
  return path.split('.').reduce<unknown>((inner, part) => (inner as Values | undefined)?.[part], values)
}

/** A copy with another value at a path. */
export function withValue(values: Values, path: Path, value: unknown): Values {
  const [name = '', row, column] = path.split('.')
  if (column === undefined) return { ...values, [name]: value }
  const rows = (rowsOf(values[name]) ?? []).map((cells, index) =>
    index === Number(row) ? { ...cells, [column]: value } : cells
  )
  return { ...values, [name]: rows }
}

/** Every field; the cells of a list if all forms have the same rows in the same order, else the list as one field. */
function pathsOf(...forms: Values[]): Path[] {
  const [first = {}] = forms
  return Object.keys(first).flatMap((name) => {
    const lists = forms.map((form) => rowsOf(form[name]))
    const rows = lists[0]
    const areAlike = rows && rows.length > 0 && lists.every((list) => list && keysOf(list) === keysOf(rows))
    if (!areAlike) return [name]
    return rows.flatMap((row, index) =>
      Object.keys(row).flatMap((column) => (column === 'key' ? [] : [`${name}.${index}.${column}`]))
    )
  })
}

/** Values parsed by the schema, so that numbers and texts are compared by meaning. */
export function sameBy(schema: z.core.$ZodType): Same {
  const shapeOf = (type: z.core.$ZodType | undefined) =>
    (type?._zod.def as { shape?: Record<string, z.core.$ZodType> } | undefined)?.shape
  const elementOf = (type: z.core.$ZodType | undefined) =>
    (type?._zod.def as { element?: z.core.$ZodType } | undefined)?.element
  const typeAt = (path: Path) => {
    const [name = '', row, column] = path.split('.')
    const field = shapeOf(schema)?.[name]
    return row === undefined || column === undefined ? field : shapeOf(elementOf(field))?.[column]
  }
  return (path, a, b) => {
    const type = typeAt(path) as (z.core.$ZodType & { safeParse?: z.ZodMiniType['safeParse'] }) | undefined
    const read = (value: unknown) => {
      const parsed = type?.safeParse?.(value)
      return JSON.stringify(parsed?.success ? parsed.data : value)
    }
    return read(a) === read(b)
  }
}

/** Where the form differs from the stored row. */
export const changedPaths = (base: Values, mine: Values, same: Same): Path[] =>
  pathsOf(mine, base).filter((path) => !same(path, valueAt(base, path), valueAt(mine, path)))

/** The stored value at a path of the form: rows are found by key. Undefined in a new row. */
export function storedAt(base: Values, mine: Values, path: Path): { value: unknown } | null {
  const [name = '', row, column] = path.split('.')
  if (row === undefined || column === undefined) return { value: base[name] }
  const key = rowsOf(mine[name])?.[Number(row)]?.key
  const stored = rowsOf(base[name])?.find((cells) => cells.key === key)
  return stored ? { value: stored[column] } : null
}

export interface Conflict {
  path: Path
  theirs: unknown
}

/**
 * Merges a newer version into an edited form: fields changed only there are taken over, fields changed only in the form stay.
 * Fields changed differently on both sides keep the form's value, as a conflict.
 */
export function rebase(base: Values, mine: Values, theirs: Values, same: Same) {
  let values = mine
  const taken: Path[] = []
  const conflicts: Conflict[] = []
  for (const path of pathsOf(mine, base, theirs)) {
    const [was, ours, other] = [valueAt(base, path), valueAt(mine, path), valueAt(theirs, path)]
    if (same(path, was, other) || same(path, ours, other)) continue
    if (same(path, was, ours)) {
      values = withValue(values, path, other)
      taken.push(path)
    } else {
      conflicts.push({ path, theirs: other })
    }
  }
  return { values, taken, conflicts }
}
