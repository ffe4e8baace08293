import { describe, expect, it } from 'vitest'
import { shownOf } from '../model/shown'
import type { TariffWindow } from '../model/window'
import { contentOf, newWindow, valuesOf, windowForm } from './window-form'

const rules = { locale: 'de-LI', symbol: 'CHF', decimals: 2, timeZone: 'Europe/Vaduz', person: null, isDemo: false }
const schema = windowForm.schemaOf(rules)
const stored: TariffWindow = {
  ...newWindow,
  id: 'night',
  version: 3,
  created_at: '2026-11-22T10:00:00Z',
  name: 'Night',
  from_time: '22:00:00',
  to_time: '24:00:00',
  percent: 12.5
}
const problems = (part: Record<string, unknown>) =>
  schema
    .safeParse({ ...valuesOf(stored, rules), ...part })
    .error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? []

describe('the form of a tariff window', () => {
  it('returns the stored window; midnight is written as the start of the next day, which is equal', () => {
    const { id: _id, version: _version, created_at: _created, ...content } = stored
    expect(contentOf(schema.parse(valuesOf(stored, rules)))).toEqual({
      ...content,
      from_time: '22:00',
      to_time: '00:00'
    })
    const amount = { ...stored, amount: 3, percent: null, car_type_id: 'van', dates: ['2026-12-25', '2026-12-24'] }
    expect(contentOf(schema.parse(valuesOf(amount, rules)))).toMatchObject({
      amount: 3,
      percent: null,
      car_type_id: 'van',
      dates: ['2026-12-24', '2026-12-25']
    })
  })

  it.each([
    [{ name: ' ' }, 'name: name_required'],
    [{ name: 'x'.repeat(101) }, 'name: text_too_long'],
    [{ figure: '' }, 'figure: figure_invalid'],
    [{ figure: '0' }, 'figure: figure_out_of_range'],
    [{ figure: '1000,01' }, 'figure: figure_out_of_range'],
    [{ price: 'amount', figure: '1000000' }, 'figure: figure_out_of_range'],
    [{ from_time: '' }, 'from_time: time_required'],
    [{ to_time: '25:00' }, 'to_time: time_invalid'],
    [{ days: [], dates: [] }, 'days: days_required'],
    [{ dates: Array.from({ length: 401 }, () => '2026-12-24') }, 'dates: too_many_rows']
  ])('refuses %j without a request', (part, problem) => {
    expect(problems(part)).toEqual([problem])
  })

  it('accepts exactly the database’s bounds, and dates without a weekday', () => {
    for (const part of [
      { figure: '1000' },
      { figure: '0,01' },
      { price: 'amount', figure: '999999,99' },
      { days: [], dates: ['2026-12-24'] }
    ]) {
      expect(problems(part)).toEqual([])
    }
  })
})

describe('the week beside the editor', () => {
  const { id: _id, version: _version, created_at: _created, ...content } = stored
  const names = (...asked: Parameters<typeof shownOf>) =>
    shownOf(...asked).map(({ name, isOpen, isTyped }) => `${name}${isOpen ? ' open' : ''}${isTyped ? ' typed' : ''}`)

  it('shows the edited window instead of the stored one', () => {
    const typed = { id: 'night', content: { ...content, name: 'Late' }, isChanged: true }
    expect(names([stored], typed, null)).toEqual(['Late open typed'])
  })

  it('shows a new window while it is edited, and only once after it is stored', () => {
    const typed = { id: 'new', content: { ...content, name: 'Rush' }, isChanged: true }
    expect(names([stored], typed, null)).toEqual(['Night', 'Rush open typed'])
    expect(names([stored, { ...stored, id: 'new', name: 'Rush' }], typed, null)).toEqual(['Night', 'Rush open typed'])
  })

  it('shows a car type’s windows and those for all types', () => {
    const van = { ...stored, id: 'van', name: 'Van', car_type_id: 'van' }
    expect(names([stored, van], null, 'van')).toEqual(['Night', 'Van'])
    expect(names([stored, van], null, 'cab')).toEqual(['Night'])
  })
})
