import { assertEquals } from '../testing/assert.ts'
import { fold, isNumber, streetKey, strip, words } from './text.ts'

Deno.test('folds umlauts and accents', () => {
  assertEquals([fold('Städtle'), strip('Städtle'), fold('Straße'), fold('Café')], [
    'staedtle',
    'stadtle',
    'strasse',
    'cafe',
  ])
})

Deno.test('splits and spells out', () => {
  assertEquals(words('Zollstr. 12 A, Vaduz'), ['zollstrasse', '12a', 'vaduz'])
  assertEquals(words('Bahnhof-Str. 3'), ['bahnhof', 'strasse', '3'])
})

Deno.test('knows house numbers and one street by all its spellings', () => {
  assertEquals([isNumber('37'), isNumber('12a'), isNumber('a12')], [true, true, false])
  assertEquals(streetKey('Zollstr.'), streetKey('Zoll Straße'))
})
