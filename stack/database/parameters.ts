import { isTooDeep } from '../nesting.ts'

/** Oids of array types, each with the oid of its element type. */
export type ArrayTypes = ReadonlyMap<number, number>

/** SQL that reads all array types with their element types. */
export const arrayTypesQuery = `select oid::int4 as array, typelem::int4 as element from pg_catalog.pg_type where typcategory = 'A'`

export function readArrayTypes(rows: readonly Record<string, unknown>[]): ArrayTypes {
  return new Map(rows.map(({ array, element }) => [Number(array), Number(element)]))
}

const json = new Set([114, 3802])
/** Largest number of parameters of a statement: PostgreSQL's protocol counts them with 16 bits. */
const most = 65_535

/** Returns an error of our own in the server's format, so that callers can treat both in the same way. */
export function databaseError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: 'DatabaseError', code, severity: 'ERROR' })
}

/**
 * Refuses a statement that PostgreSQL's protocol cannot carry. If it were sent, the protocol error would make the session
 * unusable.
 *
 * @throws Error with a SQLSTATE.
 */
export function checkStatement(sql: string, params: readonly unknown[]): void {
  if (sql.includes('\0')) throw databaseError('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  if (params.length > most) throw databaseError('22023', `A statement takes at most ${most} values`)
}

function encodeArray(items: readonly unknown[], element: number, arrays: ArrayTypes): string {
  const parts = items.map((item) => {
    if (item === null || item === undefined) return 'NULL'
    if (Array.isArray(item) && !json.has(element)) return encodeArray(item, element, arrays)
    return `"${encode(item, element, arrays).replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}

/**
 * Returns a value as the text of a parameter, whatever its JavaScript type. The server decides whether the text is valid for
 * the parameter's type. The drivers' own serializers are not used, for two reasons. They turn "abc" into false and an object
 * into "[object Object]". For an invalid value they throw in the middle of a message, which breaks the session for the next
 * caller.
 *
 * @param type Oid of the parameter's type.
 */
export function encode(value: unknown, type: number, arrays: ArrayTypes): string {
  // Replace JSON text that is nested too deeply by a lone bracket, which the server refuses as invalid.
  if (typeof value === 'string') return json.has(type) && isTooDeep(Buffer.from(value)) ? '[' : value
  if (json.has(type)) return JSON.stringify(value) ?? 'null'
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (typeof value !== 'object' || value === null) return String(value)
  const element = arrays.get(type)
  if (element === undefined) return JSON.stringify(value)
  // Wrap an object in an array: the text `{}` would be read as an empty array.
  return Array.isArray(value) ? encodeArray(value, element, arrays) : JSON.stringify([value])
}

type Serializers = Record<number, (value: unknown) => string>

/**
 * Returns the serializers for the drivers. Every type, even one created later, has the same serializer, which gets the type's
 * oid.
 */
export function serializersOf(arrays: () => ArrayTypes): Serializers {
  return new Proxy<Serializers>(
    {},
    {
      has: () => true,
      get: (_, type) => (value: unknown) =>
        encode(value instanceof Parameter ? value.value : value, Number(type), arrays())
    }
  )
}

/** Wraps a parameter, so that the driver does not guess its type: the server knows the type. */
export class Parameter {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}
