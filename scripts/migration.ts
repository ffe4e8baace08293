/**
 * Writes the next migration after a release, from what has changed in supabase/schemas.
 *
 *   npm run migration -- NAME
 *   npm run migration -- --last     puts migrations that main does not have behind those that it has; mends a conflict
 */
import { root } from './catalogue.ts'
import { putLast } from './migrations/released.ts'
import { record, writeNext } from './migrations/write.ts'

const [name] = process.argv.slice(2)
try {
  if (name === undefined) throw new Error('Usage: npm run migration -- NAME')
  if (name === '--last') {
    for (const [from, to] of await putLast(root, new Date())) process.stdout.write(`${from} is now ${to}\n`)
    await record(root)
  } else {
    const { files, open } = await writeNext(root, name, new Date())
    if (files.length === 0) process.stdout.write('No source has changed since the last migration.\n')
    for (const file of files) process.stdout.write(`${file} written\n`)
    for (const key of open) process.stdout.write(`Write by hand what happens to: ${key}\n`)
    if (open.length > 0) process.stdout.write('Then run npm run generate\n')
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
