import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { service } from '../support/people.ts'
import { startStack } from '../support/stack.ts'

/** The parts of a data folder that other users of the machine could read. */
function readable(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const entry = statSync(join(folder, name), { throwIfNoEntry: false })
    return entry !== undefined && (entry.isFile() || entry.isDirectory()) && (entry.mode & 0o077) !== 0
  })
}

describe.each(['native', 'pglite'] as const)('the data folder of a stack on %s', (database) => {
  const data = temporaryFolder()
  let stop = async () => {}
  afterAll(() => stop())

  it('holds nothing that other users of the machine can read', async () => {
    const stack = await startStack({ database, data })
    stop = stack.stop
    const { storage } = service(stack.env)
    expect((await storage.from('users').upload('a/license', 'x', { contentType: 'image/heic' })).error).not.toBeNull()
    expect((await storage.from('regions').upload('test/file', 'secret')).error).toBeNull()
    expect((await storage.from('regions').copy('test/file', 'test/copy')).error).toBeNull()
    const begun = await fetch(`${stack.env.SUPABASE_URL}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: stack.env.SUPABASE_SECRET_KEY,
        'tus-resumable': '1.0.0',
        'upload-length': '9',
        'upload-metadata': `bucketName ${btoa('regions')},objectName ${btoa('test/begun')}`
      }
    })
    expect(begun.status).toBe(201)
    expect(readable(data)).toEqual([])
  })
})
