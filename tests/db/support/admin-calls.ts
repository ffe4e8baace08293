import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of admin-calls.txt. */
export interface Call {
  demo: 'refused' | 'allowed' | 'denied'
  log: 'logged' | 'silent'
  name: string
  statement: string
  /** For titles of tests: the function's name, or the whole call if an earlier line has the same name. */
  label: string
}

export function readCalls(): Call[] {
  const names = new Set<string>()
  return readFileSync(join(import.meta.dirname, '../admin-calls.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, demo, log, statement, name] =
        /^(refused|allowed|denied) (logged|silent) (public\.(\w+)\(.*\))$/.exec(line) ?? []
      if (!demo || !statement || !name) throw new Error(`admin-calls.txt: not understood: ${line}`)
      const label = names.has(name) ? statement.replace('public.', '') : name
      names.add(name)
      return { demo, log, statement, name, label } as Call
    })
}
