import { assertEquals } from '@std/assert'
import { parseLatLng, parsePoints } from './parse.ts'

Deno.test('points are parsed', () => {
  assertEquals(parseLatLng('47.14,9.52'), { lat: 47.14, lng: 9.52 })
  assertEquals(parseLatLng(' -47 , -9.5 '), { lat: -47, lng: -9.5 })
  for (const bad of ['here', '47.14', '47.14,9.52,1', '91,0', '0,181', '', 5, null, undefined, '4e1,2']) {
    assertEquals(parseLatLng(bad), null)
  }
})

Deno.test('lists of points are parsed', () => {
  assertEquals(parsePoints('1,2|3,4'), [{ lat: 1, lng: 2 }, { lat: 3, lng: 4 }])
  assertEquals(parsePoints(undefined), [])
  assertEquals(parsePoints(''), [])
  assertEquals(parsePoints('1,2|x'), null)
  assertEquals(parsePoints(['1,2']), null)
})
