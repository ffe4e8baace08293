import OpeningHours from 'opening_hours'

/** Minutes of a week. Minute 0 is Monday, 00:00, local time. */
export const WEEK = 7 * 24 * 60

/** A value for every minute of the week: `values[i]` holds from minute `from[i]` until `from[i + 1]`. `from[0]` is 0. */
export interface Weekly<T> {
  readonly from: readonly number[]
  readonly values: readonly T[]
}

/** Whether a condition holds; `maybe` if that cannot be known, such as on a public holiday, in a season or when it rains. */
export type Holds = 'yes' | 'no' | 'maybe'

/** One clause of a conditional tag: `value` counts while the condition holds. */
export interface Clause {
  value: string
  holds: Weekly<Holds>
}

/** What a condition may compare: metres and tonnes of the vehicle. */
export interface Measures {
  width: number
  height: number
  length: number
  weight: number
}

/** Returns the same value for all minutes. */
export function always<T>(value: T): Weekly<T> {
  return { from: [0], values: [value] }
}

/** Combines two weekly values minute by minute. Equal neighbours (by `===`) become one. */
export function zip<A, B, C>(a: Weekly<A>, b: Weekly<B>, combine: (a: A, b: B) => C): Weekly<C> {
  const from: number[] = []
  const values: C[] = []
  for (let i = 0, j = 0; i < a.from.length && j < b.from.length; ) {
    const value = combine(a.values[i] as A, b.values[j] as B)
    if (values.length === 0 || values.at(-1) !== value) {
      from.push(Math.max(a.from[i] as number, b.from[j] as number))
      values.push(value)
    }
    const [nextA, nextB] = [a.from[i + 1] ?? WEEK, b.from[j + 1] ?? WEEK]
    if (nextA <= nextB) i++
    if (nextB <= nextA) j++
  }
  return { from, values }
}

/** Returns the share of the week, 0 to 1, in which a value passes the test. */
export function shareOf<T>({ from, values }: Weekly<T>, test: (value: T) => boolean): number {
  return (
    values.reduce((sum, value, i) => sum + (test(value) ? (from[i + 1] ?? WEEK) - (from[i] as number) : 0), 0) / WEEK
  )
}

/**
 * Reads a conditional tag such as `no @ (Mo-Fr 07:00-09:00); destination @ (weight<3.5)`. If several clauses hold, the last one
 * counts. Parts without a condition are left out.
 * @see https://wiki.openstreetmap.org/wiki/Conditional_restrictions
 */
export function readConditional(text: string, measures: Measures): Clause[] {
  return splitOutside(text, ';').flatMap((part): Clause[] => {
    const at = part.indexOf('@')
    if (at < 0) return []
    const value = part.slice(0, at).trim()
    return value === '' ? [] : [{ value, holds: conditionOf(withoutBrackets(part.slice(at + 1)), measures) }]
  })
}

/** Splits a text at a character that stands outside of all brackets and quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    if (!isQuoted && letter === '(') depth++
    if (!isQuoted && letter === ')') depth = Math.max(0, depth - 1)
    if (letter === separator && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

function withoutBrackets(text: string): string {
  return /^\s*\((.*)\)\s*$/s.exec(text)?.[1] ?? text
}

function conditionOf(text: string, measures: Measures): Weekly<Holds> {
  return text
    .split(/\s+and\s+/i)
    .map((part) => singleCondition(part.trim(), measures))
    .reduce((all, one) => zip(all, one, (a, b) => (a === 'no' || b === 'no' ? 'no' : a === b ? a : 'maybe')))
}

const COMPARISON =
  /^(weight|weightrating|maxweight|width|height|length)\s*(<=|>=|<|>|=)\s*(\d+(?:\.\d+)?)\s*(t|m|st)?$/i
// Conditions about why, with whom or as what somebody drives. None of them is true of a taxi on its way.
const PURPOSES =
  /^(delivery|loading|customers?|residents?|permit|permit[_ ]holders?|disabled|employees?|staff|agricultural|forestry|emergency|bus|hgv|hov|trailer|caravan|axles\b.*|occupants\b.*|doctor|maintenance|private)$/i

function singleCondition(text: string, measures: Measures): Weekly<Holds> {
  const [, what = '', sign = '', number = ''] = COMPARISON.exec(text) ?? []
  if (sign) {
    const own = /width/i.test(what)
      ? measures.width
      : /height/i.test(what)
        ? measures.height
        : /length/i.test(what)
          ? measures.length
          : measures.weight
    const limit = Number(number)
    const holds =
      (sign.includes('=') && own === limit) ||
      (sign.startsWith('<') && own < limit) ||
      (sign.startsWith('>') && own > limit)
    return always(holds ? 'yes' : 'no')
  }
  if (PURPOSES.test(text)) return always('no')
  return hoursOf(text)
}

const known = new Map<string, Weekly<Holds>>()

/** Reads opening hours. An expression that cannot be read holds `maybe` at all times. */
function hoursOf(text: string): Weekly<Holds> {
  const found = known.get(text)
  if (found) return found
  const hours = readHours(text)
  known.set(text, hours)
  return hours
}

function readHours(text: string): Weekly<Holds> {
  if (!/\bPH\b|\bSH\b/.test(text)) return sampled(text) ?? always('maybe')
  // The import does not know a country's holidays. What holds on a holiday only, may hold on any day.
  const normal = sampled(normalDays(text))
  const holiday = sampled(text.replace(/\b(PH|SH)\b/g, 'Mo-Su'))
  if (normal === null && !normalDays(text).trim()) return holiday ? zip(holiday, holiday, maybeIf) : always('maybe')
  if (normal === null || holiday === null) return always('maybe')
  return zip(normal, holiday, (day, feast) => (day === 'no' && feast !== 'no' ? 'maybe' : day))
}

function maybeIf(holds: Holds): Holds {
  return holds === 'no' ? 'no' : 'maybe'
}

/** Returns opening hours without their rules and days for holidays. */
function normalDays(text: string): string {
  return splitOutside(text, ';')
    .filter((rule) => !/^\s*(PH|SH)(\s*,\s*(PH|SH))*\b(?!\s*,)/.test(rule))
    .map((rule) => rule.replace(/\b(PH|SH)\s*,\s*|,\s*(PH|SH)\b/g, ''))
    .join(';')
}

// A fixed year, so that the same file always gives the same region.
const FIRST_MONDAY = new Date(2026, 0, 5)
const WEEKS = 52
// At the changes between summer and winter time, one week has a minute more or less often than the others.
const MOST = WEEKS - 1

/**
 * Looks at a year of opening hours: what holds at a minute in every week, in none, or only in some (a season, a date). Null if
 * they cannot be read.
 */
function sampled(text: string): Weekly<Holds> | null {
  if (!/[a-z0-9]/i.test(text)) return null
  // Rules for a certain year are works and events: those that are not over may be in force.
  const years = text.match(/\b20\d\d\b/g)
  if (years) return always(years.some((year) => Number(year) >= FIRST_MONDAY.getFullYear()) ? 'maybe' : 'no')
  let hours: OpeningHours
  try {
    hours = new OpeningHours(text, null)
  } catch {
    return null
  }
  const monday = new Date(FIRST_MONDAY)
  const end = new Date(monday)
  end.setDate(end.getDate() + 7 * WEEKS)
  const change = new Int32Array(WEEK + 1)
  const add = (from: number, to: number) => {
    change[from] = (change[from] as number) + 1
    change[to] = (change[to] as number) - 1
  }
  try {
    for (const [from, to, isUnknown] of hours.getOpenIntervals(monday, end)) {
      if (isUnknown) return always('maybe')
      for (let day = new Date(from); day < to; day.setHours(24, 0, 0, 0)) {
        const midnight = new Date(day)
        midnight.setHours(24, 0, 0, 0)
        const start = ((day.getDay() + 6) % 7) * 1440
        const first = start + day.getHours() * 60 + day.getMinutes()
        add(first, to >= midnight ? start + 1440 : start + to.getHours() * 60 + to.getMinutes())
      }
    }
  } catch {
    return null
  }
  const from: number[] = []
  const values: Holds[] = []
  let weeks = 0
  for (let minute = 0; minute < WEEK; minute++) {
    weeks += change[minute] as number
    const holds: Holds = weeks >= MOST ? 'yes' : weeks <= WEEKS - MOST ? 'no' : 'maybe'
    if (holds === values.at(-1)) continue
    from.push(minute)
    values.push(holds)
  }
  return { from, values }
}
