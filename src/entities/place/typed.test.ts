import { expect, it } from 'vitest'
import type { Suggestion } from './model'
import type { SavedPlace } from './queries'
import { missingNumber, pointOf, savedFor, withNumber } from './typed'

const place = (label: string | null, add: string): SavedPlace => ({ label, place: { lat: 47.1, lng: 9.5, add } })
const saved = [
  place('Home', 'Im Gässle 12, Schaan'),
  place('Work', 'Landstrasse 3, Vaduz'),
  place('Oma Ida', 'Feld 1, Triesen'),
  place(null, 'Äulestrasse 5, Vaduz')
]
const names = (text: string, german: Record<string, string> = {}) =>
  savedFor(saved, text, (label) => german[label] ?? label).map(({ label, place: { add } }) => label ?? add)

it.each([
  ...['home', 'HOME', 'Zuhause', 'zuh', 'casa', 'maison', 'домой', 'المنزل', 'بيت', '家', 'ev', 'hjem'].map((text) => [
    text,
    'Home'
  ]),
  ...['work', 'arbeit', 'Büro', 'buro', 'travail', 'office', 'работа', 'العمل', '会社'].map((text) => [text, 'Work']),
  ...['oma', 'ida', 'Oma I'].map((text) => [text, 'Oma Ida'])
])('typing "%s" keeps the saved place %s', (text = '', label = '') => {
  expect(names(text)).toEqual([label])
})

it('saved places are found by their name in the page’s language and by their address, but not by anything else', () => {
  expect(names('daheime', { Home: 'Daheimer Platz' })).toEqual(['Home'])
  expect(names('gassle 12')).toEqual(['Home'])
  expect(names('vaduz')).toEqual(['Work'])
  expect(names('aule')).toEqual([])
  expect(names('homer')).toEqual([])
  expect(names('ork')).toEqual([])
})

it('coordinates are understood as in links, and other texts are not coordinates', () => {
  expect(pointOf('47.141, 9.521')).toEqual({ at: { lat: 47.141, lng: 9.521 }, label: '' })
  expect(pointOf('47.141,9.521,Hotel')).toEqual({ at: { lat: 47.141, lng: 9.521 }, label: 'Hotel' })
  for (const text of ['Landstrasse 12', '12, High Street', '9490', '91,9', '']) expect(pointOf(text), text).toBeNull()
})

const street = (description: string, kind = 'street') =>
  ({ place_id: 'a', description, main_text: description, kind }) as Suggestion

it.each([
  ['Landstrasse 999', 'Landstrasse, 9490 Vaduz', '999'],
  ['999 Landstrasse', 'Landstrasse, 9490 Vaduz', '999'],
  ['Landstrasse 99b Vaduz', 'Landstrasse, 9490 Vaduz', '99b'],
  ['Landstrasse 9490', 'Landstrasse, 9490 Vaduz', null],
  ['Strasse des 17. Juni', 'Strasse des 17. Juni, Berlin', null],
  ['Landstrasse', 'Landstrasse, 9490 Vaduz', null]
])('of "%s" the street "%s" lacks the number %s', (text, description, number) => {
  expect(missingNumber(street(description), text)).toBe(number)
})

it('a house or a place lacks no number', () => {
  expect(missingNumber(street('Landstrasse 99, Vaduz', 'address'), 'Landstrasse 99')).toBeNull()
  expect(missingNumber(street('Hotel Löwen', 'hotel'), 'Hotel 4')).toBeNull()
})

it.each([
  ['landstr 99', 'Landstrasse, Schaan', 'Landstrasse 99 (not on the map), Schaan'],
  ['99 High Street', 'High Street, Sliema', '99 (not on the map) High Street, Sliema'],
  ['الشارع 99', 'الشارع، المنامة', 'الشارع 99 (not on the map)، المنامة'],
  ['landstr 99', 'Landstrasse', 'Landstrasse 99 (not on the map)']
])('a house number of "%s" that the map lacks stays in the address', (text, add, full) => {
  const found = withNumber({ lat: 47.1, lng: 9.5, add, local: add }, '99 (not on the map)', text)
  expect(found).toEqual({ lat: 47.1, lng: 9.5, add: full, local: full })
})
