import { expect, it } from 'vitest'
import { tipPresets } from './tips'

const amounts = (fare: number, places: number) => tipPresets(fare, places).map(({ amount }) => amount)

it('tips are offered as shares of the fare in round amounts', () => {
  expect(tipPresets(13.84, 2)).toEqual([
    { percent: 5, amount: 0.7 },
    { percent: 10, amount: 1.4 },
    { percent: 15, amount: 2.1 }
  ])
  expect(amounts(1250, 0)).toEqual([63, 125, 188])
})

it('no tip is offered twice, and none for a free ride', () => {
  expect(amounts(0.9, 2)).toEqual([0.1])
  expect(amounts(0, 2)).toEqual([])
})
