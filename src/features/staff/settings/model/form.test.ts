import { expect, it } from 'vitest'
import type { FormRules } from '@/components/form/rules'
import { numberLimits } from '@/types/limits'
import { areas, fieldsOf, settings } from './fields'
import { storedSettings } from './fixture'
import { counts, settingsSchema, valuesOf } from './form'

const rules: FormRules = {
  locale: 'en-GB',
  symbol: 'CHF',
  decimals: 2,
  timeZone: 'UTC',
  person: null,
  isDemo: false
}

const row = storedSettings({ wallet_money_field: ['20', '7.5'], credit_limit: null, payout_limit: 1500 })

const general = settingsSchema(areas.general, rules)
const values = valuesOf(row, areas.general, rules)
const problems = (changes: Record<string, unknown>, schema = general, base = values) => {
  const { error } = schema.safeParse({ ...base, ...changes })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

it('each setting is edited once', () => {
  const keys = settings.map(({ key }) => key)
  expect([...new Set(keys)]).toEqual(keys)
})

it('a stored row passes through the form unchanged', () => {
  for (const area of Object.values(areas)) {
    const sent = settingsSchema(area, rules).parse(valuesOf(row, area, rules))
    const expected = Object.fromEntries(fieldsOf(area).map(({ key }) => [key, row[key]]))
    expect(sent).toEqual(expected)
  }
})

it('neither page sends the demo setting', () => {
  for (const area of Object.values(areas)) {
    expect(fieldsOf(area).map(({ key }) => key)).not.toContain('allow_critical_edits_admin')
  }
})

// Spec 5.24
it('an empty bonus is refused with a separate key', () => {
  expect(problems({ bonus: ' ' })).toEqual({ bonus: 'proper_bonus' })
  expect(problems({ bonus: '-1' })).toEqual({ bonus: 'figure_out_of_range' })
  expect(problems({ bonus: 'five' })).toEqual({ bonus: 'figure_invalid' })
})

it('every number is limited to the database’s bounds', () => {
  for (const [key, [least, most]] of Object.entries(numberLimits.settings)) {
    const money = key === 'decimal' ? { bonus: '0', cash_unit: '0' } : {}
    expect(problems({ ...money, [key]: String(least) }), key).toEqual({})
    expect(problems({ ...money, [key]: String(most) }), key).toEqual({})
    expect(problems({ ...money, [key]: String(least - 1) }), key).toHaveProperty(key)
    expect(problems({ ...money, [key]: String(most + 1) }), key).toEqual({ [key]: 'figure_out_of_range' })
  }
})

it('a limit for staff may be empty, which means no limit', () => {
  const sent = general.parse({ ...values, credit_limit: '', payout_limit: ' ', export_limit: '' })
  expect(sent).toMatchObject({ credit_limit: null, payout_limit: null, export_limit: null })
  expect(problems({ credit_limit: 'much' })).toEqual({ credit_limit: 'figure_invalid' })
})

it('the smallest coin and the bonus match the decimals set in the same form', () => {
  expect(problems({ cash_unit: '0.05', decimal: '1' })).toEqual({ cash_unit: 'too_fine' })
  expect(problems({ bonus: '0.125' })).toEqual({ bonus: 'too_fine' })
  expect(problems({ bonus: '0.125', decimal: '3' })).toEqual({})
})

it('top-up amounts are separated by spaces, and each is an amount', () => {
  expect(general.parse({ ...values, wallet_money_field: ' 10  25;7.50 ' })).toMatchObject({
    wallet_money_field: ['10', '25', '7.5']
  })
  expect(problems({ wallet_money_field: '10 ten' })).toEqual({ wallet_money_field: 'amounts' })
  expect(problems({ wallet_money_field: '1000000' })).toEqual({ wallet_money_field: 'amounts' })
  expect(problems({ wallet_money_field: '-5' })).toEqual({ wallet_money_field: 'amounts' })
})

it('addresses, numbers and handles are validated like in the database', () => {
  const info = settingsSchema(areas.appInfo, rules)
  const base = valuesOf(row, areas.appInfo, rules)
  const wrong = {
    company_website: 'javascript:alert(1)',
    company_terms: 'hackney.test',
    contact_email: 'nobody',
    company_phone: 'call us',
    facebook_handle: '<b>',
    apple_store_link: 'itms://x'
  }
  expect(problems(wrong, info, base)).toEqual(Object.fromEntries(Object.keys(wrong).map((key) => [key, 'wrong_text'])))
  expect(problems({ app_name: ' ' }, info, base)).toEqual({ app_name: 'required' })
  expect(problems({ company_name: 'x'.repeat(10_000) }, info, base)).toEqual({ company_name: 'text_too_long' })
  expect(problems({ company_name: '<script>‏' }, info, base)).toEqual({})
})

it('wave settings apply only if drivers are asked in waves', () => {
  const size = settings.find(({ key }) => key === 'wave_size')
  expect(size && counts(size, { dispatch_mode: 'waves' })).toBe(true)
  expect(size && counts(size, { dispatch_mode: 'all' })).toBe(false)
})
