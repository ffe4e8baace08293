/** Numbers that the pages and the server's configuration have to agree on. Limits of text columns are generated. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

it('the limit for texts of a page is that of the languages trigger', () => {
  const rules = find('supabase/schemas/base/*/*_settings_rules.sql').map(read).join('\n')
  const limits = read('src/features/languages/model.ts')
  expect(limits).toContain(`text: ${/length\(t\.value\) > (\d+)/.exec(rules)?.[1]} }`)
})

it('a sent code is remembered for as long as Auth accepts it', () => {
  const seconds = Number(/^otp_expiry = (\d+)$/m.exec(read('supabase/config.toml'))?.[1])
  const [, written = ''] = /VALID_MS = ([\d_]+)\n/.exec(read('src/features/auth/sent-code.ts')) ?? []
  expect(Number(written.replaceAll('_', ''))).toBe(seconds * 1000)
})
