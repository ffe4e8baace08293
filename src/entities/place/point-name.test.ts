import { expect, it } from 'vitest'
import { nameBeside } from './point-name'

it('shows the name of a point beside words that say something else', () => {
  expect(nameBeside('Airport', 'Städtle 1, Vaduz')).toBe('Städtle 1, Vaduz')
  expect(nameBeside('', 'Städtle 1, Vaduz')).toBe('Städtle 1, Vaduz')
})

it('shows nothing where the words say the same, or the point has no name', () => {
  expect(nameBeside('städtle 1 Vaduz', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Städtle 1, Vaduz, Liechtenstein', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Städtle 1', 'Städtle 1, Vaduz')).toBeNull()
  expect(nameBeside('Airport', null)).toBeNull()
})
