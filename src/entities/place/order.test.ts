import { expect, it } from 'vitest'
import type { Suggestion } from './model'
import { byDistance } from './order'

const vaduz = { lat: 47.141, lng: 9.521 }
const at = (main_text: string, lat: number): Suggestion => ({
  place_id: main_text,
  description: main_text,
  main_text,
  secondary_text: '',
  kind: 'street',
  lat,
  lng: 9.52
})
const names = (suggestions: Suggestion[]) => suggestions.map(({ main_text }) => main_text)

it('of equally good matches the nearer comes first', () => {
  const found = [at('Bahngasse', 47.2), at('Bahnweg', 47.16), at('Feldbahn', 47.142)]
  expect(names(byDistance(found, 'bahn', vaduz))).toEqual(['Bahnweg', 'Bahngasse', 'Feldbahn'])
})

it('a place comes before nearer ones that are named after it', () => {
  const found = [at('Schaanerstrasse', 47.142), at('Landstrasse Schaan', 47.15), at('Schaan', 47.165)]
  expect(names(byDistance(found, 'schaan', vaduz))).toEqual(['Schaan', 'Landstrasse Schaan', 'Schaanerstrasse'])
})

it('addresses and suggestions without a point stay in the provider’s order', () => {
  const found = [at('Städtle 37', 47.2), at('Städtle 3', 47.142)]
  expect(names(byDistance(found, 'städtle 3', vaduz))).toEqual(['Städtle 37', 'Städtle 3'])
  const { lat: _, ...nowhere } = at('Bahnhof', 47.2)
  expect(names(byDistance([nowhere, at('Bahn', 47.1)], 'bahn', vaduz))).toEqual(['Bahnhof', 'Bahn'])
  expect(names(byDistance(found, 'städ', null))).toEqual(['Städtle 37', 'Städtle 3'])
})

it('a kind of place with a town stays in the provider’s order, whatever is nearer', () => {
  const found = [at('Schaan-Vaduz', 47.168), at('Bahnhofstrasse', 47.142)]
  expect(names(byDistance(found, 'Bahnhof Schaan', vaduz))).toEqual(['Schaan-Vaduz', 'Bahnhofstrasse'])
})
