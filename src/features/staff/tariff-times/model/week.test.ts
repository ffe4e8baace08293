import { describe, expect, it } from 'vitest'
import { clockOf, dayName, minutesOf, weekDays, weekOf } from './week'

const window = (name: string, days: number[], from_time: string, to_time: string) => ({
  name,
  days,
  from_time,
  to_time
})
const drawn = (...windows: ReturnType<typeof window>[]) =>
  weekOf(windows).map((day) =>
    day.map(
      ({ window: { name }, from, to, isRest, lane, lanes }) =>
        `${isRest ? '…' : ''}${name} ${clockOf(from)}-${clockOf(to)} ${lane + 1}/${lanes}`
    )
  )

describe('a week of tariff windows', () => {
  it('a night belongs to the day on which it starts and continues on the next, also from Sunday to Monday', () => {
    expect(drawn(window('Night', [5, 7], '22:00:00', '06:00:00'))).toEqual([
      ['…Night 00:00-06:00 1/1'],
      [],
      [],
      [],
      ['Night 22:00-00:00 1/1'],
      ['…Night 00:00-06:00 1/1'],
      ['Night 22:00-00:00 1/1']
    ])
  })

  it('midnight as an end is the end of the same day, and equal times are a whole day', () => {
    expect(drawn(window('Late', [1], '20:00', '24:00:00'))[0]).toEqual(['Late 20:00-00:00 1/1'])
    expect(drawn(window('Late', [1], '20:00', '00:00')).slice(0, 2)).toEqual([['Late 20:00-00:00 1/1'], []])
    expect(drawn(window('All', [1], '00:00', '00:00')).slice(0, 2)).toEqual([['All 00:00-00:00 1/1'], []])
    expect(drawn(window('Shift', [1], '04:00', '04:00')).slice(0, 2)).toEqual([
      ['Shift 04:00-00:00 1/1'],
      ['…Shift 00:00-04:00 1/1']
    ])
  })

  it('windows at the same time are side by side, and later ones have the full width', () => {
    expect(
      drawn(
        window('A', [2], '06:00', '10:00'),
        window('B', [2], '08:00', '12:00'),
        window('C', [2], '10:00', '11:00'),
        window('D', [2], '12:00', '13:00')
      )[1]
    ).toEqual(['A 06:00-10:00 1/2', 'B 08:00-12:00 2/2', 'C 10:00-11:00 1/2', 'D 12:00-13:00 1/1'])
  })

  it('a window of single dates is on no weekday', () => {
    expect(drawn(window('Holiday', [], '00:00', '24:00')).flat()).toEqual([])
  })
})

it('a week starts on the locale’s first day', () => {
  expect(weekDays('de-LI')).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(weekDays('en-US')[0]).toBe(7)
  expect(weekDays('ar-EG')[0]).toBe(6)
  expect(dayName(1, 'en-GB', 'long')).toBe('Monday')
  expect(dayName(7, 'de', 'short')).toBe('So')
})

it('times are read in minutes', () => {
  expect([minutesOf('00:30'), minutesOf('24:00:00'), clockOf(1439)]).toEqual([30, 1440, '23:59'])
})
