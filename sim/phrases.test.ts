import { expect, it } from 'vitest'
import { codeIn, languageOf, meaningOf } from './phrases.ts'

it.each([
  ['My start code: 40213', '40213'],
  ['40 213', '40213'],
  ['It is 4 0 2 1 3, thanks', '40213'],
  ['4-0-2-1-3', '40213'],
  ['الرمز ٤٠٢١٣', '40213'],
  ['۴۰۲۱۳', '40213'],
  ['I am at number 12', null],
  ['Call 423 555 01 00', null],
  ['1234', null],
  ['', null]
])('the code in the chat message %j is %j', (text, code) => expect(codeIn(text)).toBe(code))

it.each([
  ['Where are you?', 'en', 'where'],
  ['I am coming', 'en', 'coming'],
  ['Thank you', 'en', 'thanks'],
  ['Wo sind Sie?', 'de', 'where'],
  ['Ich komme', 'de', 'coming'],
  ['Danke', 'de', 'thanks'],
  ['أين أنت؟', 'ar', 'where'],
  ['أنا قادم', 'ar', 'coming'],
  ['شكرًا لك', 'ar', 'thanks'],
  ['12345', null, 'other']
])('the simulator understands the chat message %j', (text, tongue, meaning) => {
  expect([languageOf(text), meaningOf(text)]).toEqual([tongue, meaning])
})
