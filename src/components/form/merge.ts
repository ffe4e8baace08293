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

/** Returns the value of the field at a path. */
export function valueAt(values: Values, path: Path): unknown {
  return path.split('.').reduce<unknown>((inner, part) => (inner as Values | undefined)?.[part], values)
}

/** Returns a copy of the values with another value for the field at a path. */
export function withValue(values: Values, path: Path, value: unknown): Values {
  const [name = '', row, column] = path.split('.')
  if (column === undefined) return { ...values, [name]: value }
  const rows = (rowsOf(values[name]) ?? []).map((cells, index) =>
    index === Number(row) ? { ...cells, [column]: value } : cells
  )
  return { ...values, [name]: rows }
}

/**
 * Returns the paths of all fields in the given versions of a form. If all versions have the same rows of a list in the same
 * order, each cell of the list is a field; otherwise the whole list is one field.
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

/** Returns the paths of fields whose value in the form (`mine`) differs from the stored value (`base`). */
export const changedPaths = (base: Values, mine: Values, same: Same): Path[] =>
  pathsOf(mine, base).filter((path) => !same(path, valueAt(base, path), valueAt(mine, path)))

/**
 * Returns the stored value of the field at a path of the form. For a cell of a list, the stored row is found by its key,
 * because its position may differ. Returns null if that row is not stored yet.
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
 * Merges a newer stored version (`theirs`) into an edited form (`mine`); `base` is the version that the form was based on.
 * Fields that were changed only in the stored version get its value. Fields that were changed only in the form keep their
 * input. Fields that were changed to different values in both keep their input, too, and are returned as conflicts.
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
