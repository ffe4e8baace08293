import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Quote } from '@/entities/fare'
import { applyPromo } from '@/entities/payment'

import { type Promo, usePromo } from './use-promo'

vi.mock('@/entities/payment/promo', () => ({ applyPromo: vi.fn() }))
const apply = vi.mocked(applyPromo)

let promo: Promo
let root: ReturnType<typeof createRoot>
const Probe = ({ quoteId }: { quoteId: string | null }) => {
  promo = usePromo({ quote_id: quoteId } as Quote)
  return null
}
const show = (quoteId: string | null) => act(async () => root.render(<Probe quoteId={quoteId} />))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  apply.mockReset()
  apply.mockImplementation(async (_, code) => ({ code, amount: code ? 5 : 0, payable: 10, cash: 10 }))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('asks for nothing without a code or a quote', async () => {
  await show('a')
  await promo.settle('a')
  await show(null)
  await act(async () => promo.setCode('SNOW'))
  expect(apply).not.toHaveBeenCalled()
})

it('puts the code on each quote that becomes the current one', async () => {
  await show('b')
  await act(async () => promo.setCode('SNOW'))
  expect(promo.discount).toMatchObject({ amount: 5 })
  await show('c')
  expect(apply.mock.calls).toEqual([
    ['b', 'SNOW'],
    ['c', 'SNOW']
  ])
})

it('takes a code off again before booking', async () => {
  await show('d')
  await act(async () => promo.setCode('SNOW'))
  await act(async () => promo.setCode(''))
  expect(promo.discount).toBeNull()
  await promo.settle('d')
  expect(apply.mock.lastCall).toEqual(['d', ''])
})

it('tells why a code is not taken', async () => {
  apply.mockRejectedValue(new Error('promo_expired'))
  await show('e')
  await act(async () => promo.setCode('OLD'))
  expect(promo.error).toMatchObject({ message: 'promo_expired' })
  expect(promo.discount).toBeNull()
})
