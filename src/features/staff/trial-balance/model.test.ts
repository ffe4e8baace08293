import { expect, it } from 'vitest'
import { accountsOf, groupsOf, isMonth, readPeriod } from './model'

it('the days come from the address; invalid ones and a wrong order give this month', () => {
  const read = (text: string | null) => readPeriod(text, '2026-11-22')
  expect(read('2026-10-05..2026-10-07')).toEqual({ from: '2026-10-05', to: '2026-10-07' })
  for (const text of [
    null,
    '',
    '2026-10-05',
    '2026-10-05..',
    'x..y',
    '2026-99-99..2026-10-07',
    '2026-10-07..2026-10-05'
  ])
    expect(read(text)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})

it('a period of a whole month is recognised', () => {
  expect(isMonth({ from: '2026-11-01', to: '2026-11-30' })).toBe(true)
  expect(isMonth({ from: '2026-11-01', to: '2026-11-29' })).toBe(false)
})

it('accounts are listed below the sums of their group, and no group is empty', () => {
  const account = (name: string, credit: number, part: string) => ({
    account: name,
    part,
    opening: 0,
    debit: 0,
    credit,
    closing: credit
  })
  const groups = groupsOf([
    account('wallet.driver', 0.1, 'owe'),
    account('wallet.rider', 0.2, 'owe'),
    account('revenue.convenience', 3, 'earned')
  ])
  expect(groups.map(({ group, credit }) => [group, credit])).toEqual([
    ['owe', 0.3],
    ['earned', 3]
  ])
  expect(groups.flatMap(accountsOf).map((row) => [row.account, row.group])).toEqual([
    ['wallet.driver', 'owe'],
    ['wallet.rider', 'owe'],
    ['revenue.convenience', 'earned']
  ])
})
