/** The consent text has a version. Changing the words needs a new version, so a consent says what was read. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CARD_CONSENT } from '../../supabase/functions/payments/consent.ts'
import { read } from './files.ts'

/** The words of each version, by language. Never change a line that was released: add one. */
const versions: Record<string, string> = {
  '2026-11': 'a53db1dd4d3687d5'
}

const wordsOf = (language: string): string => JSON.parse(read(`src/locales/${language}/later/pay.json`)).card.consent

it('the words of a consent are those of its version', () => {
  const words = ['en', 'de', 'ar'].map(wordsOf).join('\n')
  expect(createHash('sha256').update(words).digest('hex').slice(0, 16)).toBe(versions[CARD_CONSENT])
})
