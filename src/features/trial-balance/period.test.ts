import { expect, it } from 'vitest'
import { isMonth, readPeriod } from './period'

it('the address decides the days; nonsense and a wrong order are this month', () => {
  const read = (text: string) => readPeriod(new URLSearchParams(text), '2026-11-22')
  expect(read('from=2026-10-05&to=2026-10-07')).toEqual({ from: '2026-10-05', to: '2026-10-07' })
  for (const text of [
    '',
    'from=2026-10-05',
    'from=x&to=y',
    'from=2026-99-99&to=2026-10-07',
    'from=2026-10-07&to=2026-10-05'
  ]) {
    expect(read(text)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  }
})

it('days that are a whole month are known as one', () => {
  expect(isMonth({ from: '2026-11-01', to: '2026-11-30' })).toBe(true)
  expect(isMonth({ from: '2026-11-01', to: '2026-11-29' })).toBe(false)
})
