import { expect, it } from 'vitest'
import { matchOf } from './match'

it('typed text is marked at the start of a word, ignoring case and accents', () => {
  expect(matchOf('Schaan, Bahnhof', 'bahn')).toEqual(['Schaan, ', 'Bahn', 'hof'])
  expect(matchOf('Städtle 37', 'stad')).toEqual(['', 'Städ', 'tle 37'])
})

it('nothing is marked inside a word or without a text', () => {
  expect(matchOf('Feldbahn', 'bahn')).toBeNull()
  expect(matchOf('Bahnhof', ' ')).toBeNull()
})
