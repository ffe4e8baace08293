import { expect, it } from 'vitest'
import { calendarFile } from './calendar'

const ride = {
  firm: 'Rigi / Taxi',
  id: '0190',
  tripAt: '2026-03-29T01:30:00+01:00',
  seconds: 900,
  sequence: 7,
  summary: 'Taxi: Vaduz, Post',
  place: 'Vaduz, Post; Hinterhof',
  lat: 47.14,
  lng: 9.52,
  text: 'Zwei Zeilen\nund ein \\',
  url: 'https://example.test/bookings/0190'
}

it('a calendar file has its times in UTC, so that clock changes do not matter', () => {
  const file = calendarFile(ride, Date.UTC(2026, 2, 1))
  expect(file).toContain('\r\nDTSTART:20260329T003000Z\r\nDTEND:20260329T004500Z\r\n')
  expect(file).toContain('\r\nUID:0190@example.test\r\nDTSTAMP:20260301T000000Z\r\nSEQUENCE:7\r\n')
})

it('a calendar file names the firm, not the software', () => {
  expect(calendarFile(ride, 0)).toContain('PRODID:-//Rigi   Taxi//Bookings//EN\r\n')
})

it('a calendar file escapes special characters', () => {
  const file = calendarFile(ride, 0)
  expect(file).toContain('LOCATION:Vaduz\\, Post\\; Hinterhof\r\n')
  expect(file).toContain('DESCRIPTION:Zwei Zeilen\\nund ein \\\\\r\n')
})

it('a calendar file folds long lines between characters', () => {
  const file = calendarFile({ ...ride, summary: 'مطار '.repeat(30) }, 0)
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'مطار '.repeat(30)}`)
})
