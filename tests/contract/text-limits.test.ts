/** Numbers that the pages and the server's configuration have to agree on. Those of SQL are generated (src/types/rules.ts). */
import { expect, it } from 'vitest'
import { read } from './files.ts'

it('a sent code is remembered for as long as Auth accepts it', () => {
  const seconds = Number(/^otp_expiry = (\d+)$/m.exec(read('supabase/config.toml'))?.[1])
  const [, written = ''] = /VALID_MS = ([\d_]+)\n/.exec(read('src/features/site/auth/model/sent-code.ts')) ?? []
  expect(Number(written.replaceAll('_', ''))).toBe(seconds * 1000)
})
