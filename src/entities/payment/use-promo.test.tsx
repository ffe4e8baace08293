import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Quote } from '@/entities/fare'
import { AppError } from '@/lib/server/errors'
import { applyPromo } from './promo'
import { type Promo, usePromo } from './use-promo'

vi.mock('./promo', () => ({ applyPromo: vi.fn() }))
const apply = vi.mocked(applyPromo)

let promo: Promo
let root: ReturnType<typeof createRoot>
const Probe = ({ quoteId }: { quoteId: string | null }) => {
  promo = usePromo({ quote_id: quoteId } as Quote)
  return null
}
const show = (quoteId: string | null) => act(async () => root.render(<Probe quoteId={quoteId} />))
const enter = (code: string) => act(async () => void (await promo.applying.run(code)))
const settle = async (id: string) => {
  let done: boolean | undefined
  await act(async () => {
    done = await promo.settle(id)
  })
  return done
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  apply.mockReset()
  apply.mockImplementation(async (_, code) => ({ code, amount: code ? 5 : 0, price_parts: [] }))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('nothing is requested without a code', async () => {
  await show('a')
  expect(await settle('a')).toBe(true)
  expect(apply).not.toHaveBeenCalled()
})

it('the code is applied to each new current quote', async () => {
  await show('b')
  await enter('SNOW')
  expect(promo.discount).toMatchObject({ amount: 5 })
  await show('c')
  expect(promo.discount).toMatchObject({ amount: 5 })
  expect(apply.mock.calls).toEqual([
    ['b', 'SNOW'],
    ['c', 'SNOW']
  ])
})

it('a code can be removed before booking', async () => {
  await show('d')
  await enter('SNOW')
  await act(async () => promo.remove())
  expect(promo.discount).toBeNull()
  expect(await settle('d')).toBe(true)
  expect(apply.mock.lastCall).toEqual(['d', ''])
})

it('a code refused on entry is not kept, so that it blocks no booking', async () => {
  apply.mockRejectedValueOnce(new AppError('promo_expired'))
  await show('e')
  await enter('OLD')
  expect(promo.applying.error?.key).toBe('promo_expired')
  expect(promo).toMatchObject({ code: '', discount: null, refused: null })
  expect(await settle('e')).toBe(true)
})

it('a code refused for a renewed quote is removed with the reason, and the booking continues without it', async () => {
  await show('f')
  await enter('SNOW')
  apply.mockRejectedValueOnce(new AppError('promo_used_up'))
  await show('g')
  expect(promo).toMatchObject({ code: '', discount: null, refused: { code: 'SNOW' } })
  expect(promo.refused?.error.key).toBe('promo_used_up')
  expect(await settle('g')).toBe(true)
  expect(apply.mock.lastCall).toEqual(['g', ''])
  await act(async () => promo.forget())
  expect(promo.refused).toBeNull()
})

it('a code refused at the last moment does not lead to a booking at another price', async () => {
  await show('h')
  await enter('SNOW')
  apply.mockRejectedValueOnce(new AppError('promo_used_up'))
  expect(await settle('h')).toBe(false)
  expect(promo).toMatchObject({ code: '', refused: { code: 'SNOW' } })
})
