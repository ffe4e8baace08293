import { assertEquals, assertThrows } from '@std/assert'
import { decimalsOf, toMajor, toMinor } from './money.ts'

Deno.test('amounts convert to minor units and back, in currencies with zero, two and three decimals', () => {
  for (
    const [amount, currency, minor] of [['1234', 'JPY', 1234], ['12.34', 'CHF', 1234], ['1.234', 'KWD', 1234]] as const
  ) {
    assertEquals(toMinor(amount, currency), minor)
    assertEquals(toMajor(minor, currency), amount)
  }
  assertEquals(toMinor(17.1, 'CHF'), 1710)
  assertEquals(toMajor(5, 'KWD'), '0.005')
  assertEquals(toMajor(-5, 'CHF'), '-0.05')
  assertEquals(decimalsOf('PYG'), 0)
})

Deno.test('a fraction of the minor unit is not an amount', () => {
  assertThrows(() => toMinor('1.5', 'JPY'), RangeError)
  assertThrows(() => toMinor('0.005', 'CHF'), RangeError)
  assertThrows(() => toMinor(Number.NaN, 'CHF'), RangeError)
  assertThrows(() => toMinor(1e21, 'CHF'), RangeError)
  assertEquals(toMinor('1.50', 'CHF'), 150)
})
