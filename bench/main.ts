import { readdirSync } from 'node:fs'
import { prepareMachine } from '../scripts/test/machine.ts'
import { needOf, whyNot } from './needs.ts'

const helpers = ['main.ts', 'needs.ts', 'report.ts']
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !helpers.includes(file))
  .map((file) => file.slice(0, -3))
const name = process.argv[2] ?? ''

if (names.includes(name)) {
  const need = needOf(name)
  const reason = need && whyNot(need, prepareMachine(true, need))
  if (reason) {
    console.error(reason)
    process.exitCode = 1
  } else await import(`./${name}.ts`)
} else {
  console.log(`npm run bench -- NAME [--json]\n\nBenchmarks: ${names.join(', ')}`)
  process.exitCode = name === '' || name === '--help' ? 0 : 2
}
