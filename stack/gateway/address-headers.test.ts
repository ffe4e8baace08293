import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Files that may name the headers: they remove the client's header and write the stack's own. */
const allowed = ['stack/functions/worker.ts', 'stack/gateway/http.ts']
/**
 * Headers with a client's address. `x-forwarded-proto` is not among them: it only says whether a proxy uses TLS, and affects a
 * page's own links.
 */
const names = /forwarded(?!-proto)|connecting-ip|real-ip|client-ip/i

it('neither the stack, the functions nor SQL read an address that a client can forge', () => {
  const files = globSync(
    ['stack/**/*.ts', 'stack/**/*.sql', 'supabase/functions/**/*.ts', 'supabase/schemas/*/*/*.sql'],
    { cwd: root }
  )
  const readers = files.filter(
    (file) => !/[._]test\.ts$/.test(file) && names.test(readFileSync(resolve(root, file), 'utf8'))
  )
  expect(files.length).toBeGreaterThan(200)
  expect(readers.toSorted()).toEqual(allowed)
})
