import { expect, it } from 'vitest'
import { shortAccount } from './short-account'

it('the end of an account number has four characters, however its groups are spaced', () => {
  expect(['LI21 0881 0000 2324 0428 8', 'LI21088100002324004288', '4288', '12 345'].map(shortAccount)).toEqual([
    '… 4288',
    '… 4288',
    '4288',
    '… 2345'
  ])
})
