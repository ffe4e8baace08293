/** Every file or folder that a document for developers names exists. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { read, root } from './files.ts'

const pages = ['docs/development.md', 'docs/testing.md', 'docs/threat-model.md', 'docs/booking-life.md']

it.each(pages)('%s names files and folders that exist', (page) => {
  const named = [...read(page).matchAll(/`((?:supabase|src|stack|geo|sim|scripts|bench|tests|docs)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path
  )
  expect(named.length).toBeGreaterThan(1)
  // Each operator writes their own .env.
  expect(named.filter((path) => !path.endsWith('.env') && !existsSync(join(root, path)))).toEqual([])
})
