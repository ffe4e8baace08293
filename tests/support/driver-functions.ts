import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Arguments by which a driver's phone says when or where something was, or which press it was. */
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

/** The functions that people may execute (execute-matrix.txt) and that are told a time, a place, a code or a key. */
export function reportFunctions(): string[] {
  const matrix = readFileSync(join(root, 'tests/db/execute-matrix.txt'), 'utf8')
  const people = [...matrix.matchAll(/^(\w+): (?:people|everyone)\b.*\|/gm)].map(([, name]) => name ?? '')
  const types = readFileSync(join(root, 'src/types/database.ts'), 'utf8')
  const functions = types.slice(types.indexOf('    Functions: {'))
  return people
    .filter((name) => {
      const [, args = ''] = new RegExp(`\\n {6}${name}: \\{\\s*Args: \\{([^}]*)\\}`).exec(functions) ?? []
      return [...args.matchAll(/(\w+)\??:/g)].some(([, arg]) => REPORTED.has(arg ?? ''))
    })
    .sort()
}
