/**
 * Writes the next migration after a release, from what has changed in supabase/schemas.
 *
 *   npm run migration -- NAME
 *   npm run migration -- --release     once, with the first release: the first migrations never change again
 */
import { root } from './catalogue.ts'
import { release, writeNext } from './migrations/write.ts'

const [name] = process.argv.slice(2)
try {
  if (name === undefined) throw new Error('Usage: npm run migration -- NAME')
  if (name === '--release') {
    await release(root)
    process.stdout.write('Released. Changes of supabase/schemas now need `npm run migration -- NAME`.\n')
  } else {
    const { files, open } = await writeNext(root, name, new Date())
    if (files.length === 0) process.stdout.write('No source has changed since the last migration.\n')
    for (const file of files) process.stdout.write(`${file} written\n`)
    for (const key of open) process.stdout.write(`Write by hand what happens to: ${key}\n`)
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
