import { assertEquals } from '@std/assert'
import { fold, isNumber, numberKey, spellings, streetKey, strip, words } from './text.ts'

Deno.test('umlauts and accents are folded', () => {
  assertEquals([fold('Städtle'), strip('Städtle'), fold('Straße'), fold('Café')], [
    'staedtle',
    'stadtle',
    'strasse',
    'cafe',
  ])
})

Deno.test('insignificant differences in other scripts are folded', () => {
  assertEquals([fold('الشـــارع'), fold('أحمد'), fold('مدينة'), fold('شَارِع')], ['الشارع', 'احمد', 'مدينه', 'شارع'])
  assertEquals([fold('ΑΘΉΝΑΣ'), fold('Ёлка'), strip('Łódź'), strip('Køge')], ['αθηνασ', 'елка', 'lodz', 'koge'])
})

Deno.test('texts are split and abbreviations expanded', () => {
  assertEquals(words('Zollstr. 12 A, Vaduz'), ['zollstrasse', '12a', 'vaduz'])
  assertEquals(words('Bahnhof-Str. 3'), ['bahnhof', 'strasse', '3'])
  assertEquals(words("St.-Luzi-Strasse/b'eat"), ['st', 'luzi', 'strasse', 'b', 'eat'])
})

Deno.test('a house number stays one token', () => {
  assertEquals(words('Weg 12 - 14'), ['weg', '12-14'])
  assertEquals(words('Weg 12/3, 12a–12c 12/A'), ['weg', '12/3', '12a-12c', '12a'])
  assertEquals(words('Weg Nr. 12, #7'), ['weg', '12', '7'])
  assertEquals(words('FL-9490 شارع ١٢'), ['9490', 'شارع', '12'])
  assertEquals(words('A13 12-Vaduz'), ['a13', '12', 'vaduz'])
})

Deno.test('house numbers are recognised, and a street is recognised in all its spellings', () => {
  assertEquals(['37', '12a', '12-14', '12/3', 'a12', '1234567'].map(isNumber), [true, true, true, true, false, false])
  assertEquals(numberKey('12 A'), numberKey('١٢a'))
  assertEquals(streetKey('Zollstr.'), streetKey('Zoll Straße'))
  assertEquals(streetKey('Rüttigass'), streetKey('Ruettigasse'))
  assertEquals(spellings('sankt').includes('st') && spellings('st').includes('strasse'), true)
  assertEquals(spellings('vaduz'), ['vaduz'])
})
