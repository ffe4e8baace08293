import { expect, it } from 'vitest'
import { FIGURES, readFigure, valuesOf } from './model'

const [seats, luggage, , mileage] = FIGURES as [(typeof FIGURES)[0], (typeof FIGURES)[0], unknown, (typeof FIGURES)[0]]

it('an empty optional number means unknown, and an empty required one is an error', () => {
  expect(readFigure(' ', seats, 'en-GB')).toBeNull()
  expect(readFigure('', luggage, 'en-GB')).toBeUndefined()
})

it('numbers stay within the server’s bounds', () => {
  expect(readFigure('0', seats, 'en-GB')).toBeUndefined()
  expect(readFigure('20', seats, 'en-GB')).toBe(20)
  expect(readFigure('21', seats, 'en-GB')).toBeUndefined()
  expect(readFigure('41180', mileage, 'en-GB')).toBe(41_180)
  expect(readFigure('٤', seats, 'ar')).toBe(4)
  expect(readFigure('two', seats, 'en-GB')).toBeUndefined()
})

it('a new car starts with the usual capacity', () => {
  expect(valuesOf(null, 'en-GB')).toMatchObject({ luggage: '2', child_seats: '0', seats: '', mileage: '' })
})
