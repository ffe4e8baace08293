/** The portal writes the name of every payment provider as the provider does. */
import { expect, it } from 'vitest'
import { providerName } from '../../src/entities/payment/brand.ts'
import { find } from './files.ts'

it('every payment provider has a name that differs from its key, and an unknown key stays as it is', () => {
  const keys = find('supabase/functions/payments/providers/*/adapter.ts').map((path) => path.split('/').at(-2) ?? '')
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key) => key !== 'test' && providerName(key) === key)).toEqual([])
  expect(providerName('somebody')).toBe('somebody')
})
