import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFunctions } from '../db/support/functions.ts'

const root = join(import.meta.dirname, '../..')

/** Names of arguments in which a driver's phone reports a time, a place, a code or a key. */
const REPORTED = new Set([
  'at',
  'accepted_at',
  'hour',
  'since',
  'until',
  'week',
  'lat',
  'lng',
  'points',
  'client_key',
  'otp',
  'steps'
])

/** The SQL functions that clients may execute (functions.txt) and that have such an argument. */
export function reportFunctions(): string[] {
  const people = new Set(readFunctions().flatMap(({ name, mayCall }) => (mayCall.has('driver') ? [name] : [])))
  const types = readFileSync(join(root, 'src/types/database.ts'), 'utf8')
  const functions = types.slice(types.indexOf('    Functions: {'))
  return [...people]
    .filter((name) => {
      const [, args = ''] = new RegExp(`\\n {6}${name}: \\{\\s*Args: \\{([^}]*)\\}`).exec(functions) ?? []
      return [...args.matchAll(/(\w+)\??:/g)].some(([, arg]) => REPORTED.has(arg ?? ''))
    })
    .sort()
}
