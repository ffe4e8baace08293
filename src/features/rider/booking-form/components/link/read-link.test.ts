import { expect, it } from 'vitest'
import { MAX_STOPS } from '@/entities/place'
import { readLink, withoutLink } from './read-link'

const at = { at: { lat: 47.1, lng: 9.5 }, label: '' }

it('a ride is read from the query or from the fragment', () => {
  const ride = { pickup: at, drop: { words: 'Vaduz Post' }, when: '2026-11-22T14:30', car: 'Cab' }
  const text = 'pickup=47.1,9.5&drop=Vaduz+Post&when=2026-11-22T14:30&car=Cab'
  expect(readLink(`?${text}`, '')).toMatchObject(ride)
  expect(readLink('?lang=de', `#${text}`)).toMatchObject(ride)
})

it('any content of an address is handled', () => {
  expect(readLink('?pickup=%&drop=%E0%A4%A', '#%%%').pickup).toEqual({ words: '%' })
  expect(readLink('?pickup[]=1&pickup&drop=', '')).toMatchObject({ pickup: null, drop: null })
  expect(readLink('?pickup=47.1,9.5&pickup=1,1', '').pickup).toEqual(at)
  expect(readLink(`?car=${'x'.repeat(10_000)}`, '').car).toHaveLength(80)
})

it('additional stops beyond the limit are dropped and reported', () => {
  const ride = readLink(`?${'stop=47.1,9.5&'.repeat(MAX_STOPS + 3)}`, '')
  expect([ride.stops.length, ride.hasTooMany]).toEqual([MAX_STOPS, true])
})

it('the rest of the address stays unchanged', () => {
  expect(withoutLink('?lang=ar&pickup=a&drop=b&stop=c&stop=d&when=e&car=f&utm=g')).toBe('?lang=ar&utm=g')
  expect(withoutLink('?drop=b')).toBe('')
})
