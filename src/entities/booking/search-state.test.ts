import { expect, it } from 'vitest'
import { searchStateOf } from './search-state'

const now = Date.parse('2026-11-22T10:00:00Z')

it('the search state counts drivers with an open offer, and those asked before', () => {
  const waves = [
    { at: '2026-11-22T09:58:00Z', asked: 3 },
    { at: '2026-11-22T09:59:00Z', asked: null },
    { at: '2026-11-22T09:59:50Z', asked: 2 }
  ]
  expect(searchStateOf(waves, now, 20)).toEqual({ asking: 2, passed: 3 })
  expect(searchStateOf([], now, 20)).toEqual({ asking: 0, passed: 0 })
})
