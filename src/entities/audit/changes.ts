/** One field of a log entry: its value before and after the change. */
export interface Change {
  field: string
  before: string | null
  after: string | null
  isChanged: boolean
}

type Facts = Record<string, unknown>

const isObject = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Flattens nested objects to pairs of a path, such as `key_value_pairs.home.title`, and its value. */
function flat(value: unknown, path = ''): [string, unknown][] {
  if (!isObject(value)) return path ? [[path, value]] : []
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key))
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Compares the values before and after a change, field by field. Changed fields come first. If a field exists on one side only,
 * its value on the other side is null.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = new Map(flat(before))
  const now = new Map(flat(after))
  const fields = [...new Set([...old.keys(), ...now.keys()])]
  const changes = fields.map((field) => {
    const was = old.has(field) ? written(old.get(field)) : null
    const is = now.has(field) ? written(now.get(field)) : null
    return { field, before: was, after: is, isChanged: was !== is }
  })
  return changes.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged) || a.field.localeCompare(b.field))
}
