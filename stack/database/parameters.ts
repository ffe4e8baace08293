import { isTooDeep } from '../nesting.ts'

/** Element types of array types, by their oids. */
export type ArrayTypes = ReadonlyMap<number, number>

/** SQL that reads which types are arrays, and their element types. */
export const arrayTypesQuery = `select oid::int4 as array, typelem::int4 as element from pg_catalog.pg_type where typcategory = 'A'`

export function readArrayTypes(rows: readonly Record<string, unknown>[]): ArrayTypes {
  return new Map(rows.map(({ array, element }) => [Number(array), Number(element)]))
}

const json = new Set([114, 3802])
/** Largest number of parameters: PostgreSQL's protocol counts them with 16 bits. */
const most = 65_535

/** Our own error in the server's format, so that callers treat both alike. */
function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'DatabaseError', code, severity: 'ERROR' })
}

/**
 * Refuses a statement that the protocol cannot carry. Sent anyway it would be a protocol error, after which the
 * session counts as broken.
 *
 * @throws Error with a SQLSTATE.
 */
export function checkStatement(sql: string, params: readonly unknown[]): void {
  if (sql.includes('\0')) throw refusal('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  if (params.length > most) throw refusal('22023', `A statement takes at most ${most} values`)
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
 * A value as the text of a parameter, whatever its type: the server decides whether it is valid. The
 * drivers' own serializers throw on invalid values in the middle of a message, which breaks the session for the next
 * caller; or they turn "abc" into false and an object into "[object Object]".
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
  // Wrap the value in an array: `{}` alone would be read as an empty array.
  return Array.isArray(value) ? encodeArray(value, element, arrays) : JSON.stringify([value])
}

type Serializers = Record<number, (value: unknown) => string>

/** Serializers for every present and future type, looked up by oid in both drivers. */
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

/** Stops a driver from guessing a value's type, because the server knows it. */
export class Parameter {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}
