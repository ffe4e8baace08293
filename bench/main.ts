import { readdirSync } from 'node:fs'

const helpers = ['main.ts', 'report.ts']
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !helpers.includes(file))
  .map((file) => file.slice(0, -3))
const name = process.argv[2] ?? ''

if (names.includes(name)) {
  await import(`./${name}.ts`)
} else {
  console.log(`npm run bench -- NAME [--json]\n\nBenchmarks: ${names.join(', ')}`)
  process.exitCode = name === '' || name === '--help' ? 0 : 2
}
