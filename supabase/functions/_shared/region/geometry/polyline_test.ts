import { assertEquals } from '@std/assert'
import { decodePolyline, encodePolyline } from './polyline.ts'

Deno.test('the example of the polyline format is encoded', () => {
  const points = [{ lat: 38.5, lng: -120.2 }, { lat: 40.7, lng: -120.95 }, { lat: 43.252, lng: -126.453 }]
  assertEquals(encodePolyline(points), '_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  assertEquals(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@'), points)
})
