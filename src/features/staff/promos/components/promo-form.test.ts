import { describe, expect, it } from 'vitest'
import { promoForm, readable } from './promo-form'

const rules = { locale: 'de-LI', symbol: 'CHF', decimals: 2, timeZone: 'Europe/Vaduz', person: null, isDemo: false }
const schema = promoForm.schemaOf(rules)
const values = {
  ...promoForm.valuesOf(promoForm.initial, rules),
  promo_name: 'SNOW',
  promo_discount_value: '5,50',
  promo_validity: '2027-01-31'
}
const problems = (part: Record<string, unknown>) =>
  schema.safeParse({ ...values, ...part }).error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ??
  []

describe('the form of a promotion', () => {
  it('parses typed numbers, and an empty maximum as none', () => {
    expect(schema.parse({ ...values, promo_name: ' SNOW ', promo_usage_limit: "1'000" })).toEqual({
      promo_name: 'SNOW',
      promo_description: '',
      promo_discount_type: 'flat',
      promo_discount_value: 5.5,
      max_promo_discount_value: null,
      min_order: 0,
      promo_validity: '2027-01-31',
      promo_usage_limit: 1000,
      listed: true
    })
    expect(schema.parse({ ...values, max_promo_discount_value: '8' }).max_promo_discount_value).toBe(8)
  })

  it('returns a stored promotion unchanged', () => {
    const stored = {
      ...schema.parse(values),
      promo_discount_type: 'percentage' as const,
      promo_discount_value: 12.5,
      max_promo_discount_value: 8
    }
    expect(schema.parse(promoForm.valuesOf(stored, rules))).toEqual(stored)
  })

  it.each([
    [{ promo_name: '  ' }, 'promo_name: name_required'],
    [{ promo_name: 'x'.repeat(41) }, 'promo_name: text_too_long'],
    [{ promo_description: 'x'.repeat(501) }, 'promo_description: text_too_long'],
    [{ promo_discount_value: '' }, 'promo_discount_value: figure_invalid'],
    [{ promo_discount_value: '0' }, 'promo_discount_value: figure_out_of_range'],
    [{ promo_discount_value: '1000000,01' }, 'promo_discount_value: figure_out_of_range'],
    [{ promo_discount_type: 'percentage', promo_discount_value: '100,01' }, 'promo_discount_value: percent_too_high'],
    [{ max_promo_discount_value: '1e3' }, 'max_promo_discount_value: figure_invalid'],
    [{ max_promo_discount_value: '1000001' }, 'max_promo_discount_value: figure_out_of_range'],
    [{ min_order: '-1' }, 'min_order: figure_out_of_range'],
    [{ promo_validity: '' }, 'promo_validity: day_required'],
    [{ promo_validity: '0202-01-31' }, 'promo_validity: day_invalid'],
    [{ promo_validity: '31/02/2027' }, 'promo_validity: day_invalid'],
    [{ promo_usage_limit: '1.5' }, 'promo_usage_limit: decimals_0'],
    [{ promo_usage_limit: '1000000001' }, 'promo_usage_limit: figure_out_of_range']
  ])('refuses %j without a request', (part, problem) => {
    expect(problems(part)).toEqual([problem])
  })

  it('accepts exactly the database’s bounds', () => {
    for (const part of [
      { promo_discount_value: '0,01' },
      { promo_discount_value: '1000000' },
      { promo_discount_type: 'percentage', promo_discount_value: '100' },
      { promo_usage_limit: '0' },
      { promo_name: 'x'.repeat(40) }
    ]) {
      expect(problems(part)).toEqual([])
    }
  })
})

it('the example uses the stored number while a new one is incomplete', () => {
  const stored = { ...values, promo_discount_value: '3' }
  expect(readable({ ...stored, promo_discount_value: '4..' }, stored, schema)?.promo_discount_value).toBe(3)
  expect(readable({ ...stored, promo_discount_value: '4' }, stored, schema)?.promo_discount_value).toBe(4)
  expect(readable({ ...values, promo_discount_value: '' }, { ...values, promo_discount_value: '' }, schema)).toBeNull()
})
