/** The consent text has a version. A changed text needs a new version, so that a consent records what was read. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CARD_CONSENT } from '../../supabase/functions/payments/consent.ts'
import { textsOf } from './files.ts'

/** The hashes of each version's texts, by language. Never change a released line; add one. */
const versions: Record<string, string> = {
  '2026-11': 'a53db1dd4d3687d5',
  '2026-12': '2611c17c0e84dc77'
}

const wordsOf = (language: string): string => textsOf(language, 'pay').card.consent

it('the consent texts match their version', () => {
  const words = ['en', 'de', 'ar'].map(wordsOf).join('\n')
  expect(createHash('sha256').update(words).digest('hex').slice(0, 16)).toBe(versions[CARD_CONSENT])
})
