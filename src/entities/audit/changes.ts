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

/** The values of an object by path, for nested objects such as `key_value_pairs.home.title`. */
function flat(value: unknown, path = ''): [string, unknown][] {
  if (!isObject(value)) return path ? [[path, value]] : []
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key))
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The values before and after a change by field, changed fields first. A field that exists on one side only is null on the
 * other.
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
