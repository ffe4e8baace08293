import { expect, it } from 'vitest'
import { matchOf } from './match'

it('marks what was typed at the beginning of a word, whatever its case and accents', () => {
  expect(matchOf('Schaan, Bahnhof', 'bahn')).toEqual(['Schaan, ', 'Bahn', 'hof'])
  expect(matchOf('Städtle 37', 'stad')).toEqual(['', 'Städ', 'tle 37'])
})

it('marks nothing within a word or without a text', () => {
  expect(matchOf('Feldbahn', 'bahn')).toBeNull()
  expect(matchOf('Bahnhof', ' ')).toBeNull()
})
