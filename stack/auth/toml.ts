import { parse } from 'smol-toml'
import { Failure } from '../failure.ts'

export type Table = Record<string, unknown>

/** Parses TOML. `file` is the path that error messages name. @throws Failure naming the wrong line. */
export function parseToml(text: string, file: string): Table {
  try {
    return parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new Failure(`${file}: ${reason}`, 'Correct the file.', { cause: error })
  }
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Merges two tables. Where both have a value, that of `upper` is used. */
export function layOver(lower: Table, upper: Table): Table {
  const merged = { ...lower }
  for (const [key, value] of Object.entries(upper)) {
    const below = merged[key]
    merged[key] = isTable(below) && isTable(value) ? layOver(below, value) : value
  }
  return merged
}

export type Reader = ReturnType<typeof createReader>

/**
 * Creates a reader of typed values by dotted key. `env(NAME)` is replaced by the variable, and counts as missing if the
 * variable is unset.
 */
export function createReader(root: Table, file: string, env: NodeJS.ProcessEnv) {
  function resolve(value: unknown): unknown {
    const name = typeof value === 'string' ? /^env\((\w+)\)$/.exec(value)?.[1] : undefined
    return name === undefined ? value : env[name]
  }
  function find(key: string): unknown {
    let value: unknown = root
    for (const part of key.split('.')) {
      if (typeof value !== 'object' || value === null) return undefined
      value = (value as Table)[part]
    }
    return resolve(value)
  }
  function wrong(key: string, wanted: string): Failure {
    return new Failure(`${file}: ${key} must be ${wanted}`, 'Correct the file.')
  }
  function string(key: string, fallback: string): string {
    const value = find(key)
    if (value === undefined) return fallback
    if (typeof value !== 'string') throw wrong(key, 'a string')
    return value
  }
  return {
    wrong,
    string,
    boolean(key: string, fallback: boolean): boolean {
      const value = find(key)
      if (value === undefined) return fallback
      if (value === true || value === 'true') return true
      if (value === false || value === 'false') return false
      throw wrong(key, 'true or false')
    },
    number(key: string, fallback: number): number {
      const value = find(key)
      if (value === undefined) return fallback
      const number = Number(value)
      if (typeof value === 'object' || !Number.isFinite(number) || number < 0) throw wrong(key, 'a number')
      return number
    },
    strings(key: string): string[] {
      const value = find(key)
      if (value === undefined) return []
      if (!Array.isArray(value)) throw wrong(key, 'a list of strings')
      return value.map(resolve).filter((entry): entry is string => typeof entry === 'string')
    },
    /** Returns the names of the keys directly below `key`, for tables and for plain values. */
    keys(key: string): string[] {
      const value = find(key)
      return typeof value === 'object' && value !== null ? Object.keys(value) : []
    },
    /**
     * Returns a duration in seconds from Go's format (`1s`, `1m30s`, `24h`); `fallback` if it is missing. If `fallback` is
     * null, a duration of zero also returns null.
     */
    duration(key: string, fallback: string | null): number | null {
      const value = find(key) ?? fallback
      if (value === null) return null
      const seconds = typeof value === 'string' ? goDuration(value) : null
      if (seconds === null) throw wrong(key, 'a duration such as "1m30s"')
      return seconds === 0 && fallback === null ? null : seconds
    }
  }
}

const unitSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Converts a duration from Go's format to seconds; null if it is invalid. */
export function goDuration(text: string): number | null {
  if (text === '0') return 0
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null
  let seconds = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    seconds += Number(amount) * (unitSeconds[unit ?? ''] ?? 0)
  }
  return seconds
}
