import type * as z from 'zod/mini'

/** The values of a form, by field name. The value of a list is an array of rows, each with a `key`. */
export type Values = Record<string, unknown>

export interface Row {
  key: string
  [column: string]: unknown
}

/** The path of a field: `name`, or `parcel_types.1.amount` for a cell of a list. */
export type Path = string

/** Compares two values of a field by meaning: "7.5" and "7,50" are the same number. */
export type Same = (path: Path, a: unknown, b: unknown) => boolean

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'key' in value
export const rowsOf = (value: unknown): Row[] | null =>
  Array.isArray(value) && value.every(isRow) ? (value as Row[]) : null

const keysOf = (rows: readonly Row[]) => rows.map(({ key }) => key).join()

/** The value at a path. */
export function valueAt(values: Values, path: Path): unknown {
  return path.split('.').reduce<unknown>((inner, part) => (inner as Values | undefined)?.[part], values)
}

/** A copy of the values with another value at a path. */
export function withValue(values: Values, path: Path, value: unknown): Values {
  const [name = '', row, column] = path.split('.')
  if (column === undefined) return { ...values, [name]: value }
  const rows = (rowsOf(values[name]) ?? []).map((cells, index) =>
    index === Number(row) ? { ...cells, [column]: value } : cells
  )
  return { ...values, [name]: rows }
}

/**
 * The paths of all fields. A list counts as one field per cell if all forms have the same rows in the same order, otherwise as
 * one field.
 */
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

/** Returns a comparison of values that parses them by the schema first, so that numbers and texts are compared by meaning. */
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

/** The paths of fields whose value differs from the stored row. */
export const changedPaths = (base: Values, mine: Values, same: Same): Path[] =>
  pathsOf(mine, base).filter((path) => !same(path, valueAt(base, path), valueAt(mine, path)))

/**
 * The stored value at a path of the form. A list's row is found by its key, because its position may differ. Null for a row
 * that is not stored yet.
 */
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
 * Merges a newer stored version into an edited form. Fields changed only in the stored version are taken over; fields changed
 * only in the form keep their input. Fields changed differently in both keep the form's value, and are returned as conflicts.
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
