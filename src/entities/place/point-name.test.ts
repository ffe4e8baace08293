import { expect, it } from 'vitest'
import { nameBeside } from './point-name'

it('the name of a point is shown beside a different text', () => {
  expect(nameBeside('Airport', 'Städtle 1, Vaduz')).toBe('Städtle 1, Vaduz')
  expect(nameBeside('', 'Städtle 1, Vaduz')).toBe('Städtle 1, Vaduz')
})

it('no name is shown if the text says the same, or the point has none', () => {
  expect(nameBeside('städtle 1 Vaduz', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Städtle 1, Vaduz, Liechtenstein', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Städtle 1', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Airport', null)).toBeNull()
})
