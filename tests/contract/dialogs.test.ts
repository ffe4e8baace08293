/** A whole run of the browser stories names each dialog that no story opened. */
import { expect, it } from 'vitest'
import { CHECKED, faultsOf, IN_EVERY_MANNER } from '../support/dialogs.ts'

const [desk, offer] = [
  ['a', 'src/features/staff/promos/components/delete-promo.tsx#1'],
  ['b', 'src/features/driver/drive/offer.tsx#1']
] as const

it('a dialog that no story opened is a fault of the run', () => {
  expect(faultsOf([desk, offer], new Set([`${CHECKED} b`, `${IN_EVERY_MANNER} b`]))).toEqual([
    'src/features/staff/promos/components/delete-promo.tsx#1: no story opens this dialog'
  ])
})

it('a dialog of drivers on duty has to be checked in every variant, too', () => {
  const noted = new Set([`${CHECKED} a`, `${CHECKED} b`])
  expect(faultsOf([desk, offer], noted)).toEqual([
    'src/features/driver/drive/offer.tsx#1: no story checks this dialog in every variant'
  ])
  expect(faultsOf([desk, offer], noted.add(`${IN_EVERY_MANNER} b`))).toEqual([])
})
