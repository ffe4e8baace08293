import { describe, expect, it } from 'vitest'
import { figure, flag, listOf, maybe, oneOf, orNull, recordOf, shaped, text, uuid } from './shape'

const isOrder = shaped<{
  id: string
  at: number
  kind: string
  stops: (string | null)[]
  rows: Record<string, { isOut: boolean }>
  note?: string
}>({
  id: uuid,
  at: figure,
  kind: oneOf('now', 'later'),
  stops: listOf(orNull(text)),
  rows: recordOf(shaped<{ isOut: boolean }>({ isOut: flag })),
  note: maybe(text)
})

const order = {
  id: '0b000003-0000-4000-8000-00000000000a',
  at: 1,
  kind: 'later',
  stops: ['Vaduz', null],
  rows: { first: { isOut: false } }
}

describe('the shape of a stored draft', () => {
  it.each([order, { ...order, note: 'Rings twice' }, { ...order, colour: 'of another version' }])(
    'accepts %o',
    (value) => {
      expect(isOrder(value)).toBe(true)
    }
  )

  it.each([
    null,
    'text',
    [order],
    { ...order, id: 'a' },
    { ...order, at: '1' },
    { ...order, kind: 'soon' },
    { ...order, stops: [1] },
    { ...order, stops: { 0: 'Vaduz' } },
    { ...order, rows: [] },
    { ...order, rows: { first: {} } },
    { ...order, note: null }
  ])('refuses %o', (value) => {
    expect(isOrder(value)).toBe(false)
  })
})
