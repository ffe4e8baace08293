/** A database session that is reserved for one caller until `release`. */
export interface Session {
  query(sql: string, params: readonly unknown[]): Promise<{ rows: Record<string, unknown>[]; affected: number }>
  release(): void | Promise<void>
}

/** A pool of superuser sessions. They return values in PostgREST's JSON format. */
export interface Sessions {
  acquire(): Promise<Session>
  close(): Promise<void>
}

/**
 * Converts a numeric to a number if that is exact, else to its digits as text. `4.00` counts as exact: PostgREST writes it as a
 * JSON number, too.
 */
export function parseNumeric(text: string): number | string {
  const value = Number(text)
  const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return Number.isFinite(value) && String(value) === digits ? value : text
}

/** Converts `2026-01-02 03:04:05.6+00` to ISO 8601, `2026-01-02T03:04:05.6+00:00`, which is what JSON functions write. */
export function parseTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

const asIs = (text: string): string => text

/**
 * Parsers of values by the oid of their type, in this order: int8, numeric, json, jsonb, date, time, timestamp, timestamptz,
 * timetz.
 */
export const jsonParsers: Record<number, (text: string) => unknown> = {
  20: parseNumeric,
  1700: parseNumeric,
  114: (text) => JSON.parse(text),
  3802: (text) => JSON.parse(text),
  1082: asIs,
  1083: asIs,
  1114: parseTimestamp,
  1184: parseTimestamp,
  1266: asIs
}
