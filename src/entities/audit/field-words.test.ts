import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startI18n } from '@/lib/texts/i18n'
import { shownChanges, valueWord } from './field-words'

beforeAll(async () => {
  await startI18n()
})
const t = () => i18next.getFixedT('en', 'audit') as TFunction<'audit'>

it('the audit log names fields as their forms do, and leaves ids and keys out', () => {
  const before = { min_fare: 8, credit_limit: 50, drop_address: 'Post', quote_id: 'a', version: 1 }
  const after = { min_fare: 9, credit_limit: 60, drop_address: 'Spital', quote_id: 'b', version: 2, client_key: 'c' }
  const names = shownChanges(t(), before, after).map(({ name }) => name)
  expect(names.sort()).toEqual(['Drop-off', 'Minimum fare', i18next.t('settings:field.credit_limit.label')].sort())
})

it('a field that no form has is written in words, not as a raw name', () => {
  expect(shownChanges(t(), null, { some_new_column: 1 })[0]?.name).toBe('Some new column')
})

it('yes, no and nothing are words', () => {
  expect(['true', 'false', '', 'null', 'Cab'].map((value) => valueWord(t(), value))).toEqual([
    'yes',
    'no',
    '–',
    '–',
    'Cab'
  ])
})
