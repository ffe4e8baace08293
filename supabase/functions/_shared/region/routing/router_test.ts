import { assertEquals, assertThrows } from '@std/assert'
import { A, B, C, D, tinyGraph } from '../testing/tiny-region.ts'
import { decodeGraph, encodeGraph } from './graph.ts'
import { decodePolyline } from '../geometry/polyline.ts'
import { Router } from './router.ts'

const router = new Router(decodeGraph(encodeGraph(tinyGraph()).buffer as ArrayBuffer))
const between = (a: typeof A, b: typeof A, share: number) => ({
  lat: a.lat + (b.lat - a.lat) * share,
  lng: a.lng + (b.lng - a.lng) * share,
})
const km = (...points: (typeof A)[]) => router.route(points)?.distance_in_km

Deno.test('a route follows one road, partly and in both directions', () => {
  const near = between(A, B, 0.25)
  const far = between(A, B, 0.75)
  assertEquals([km(near, far), km(far, near)], [0.378, 0.378])
  const route = router.route([near, far])
  assertEquals(route?.time_in_secs, 38)
  assertEquals(decodePolyline(route?.polylinePoints ?? ''), [{ lat: 47.14, lng: 9.5225 }, { lat: 47.14, lng: 9.5275 }])
})

Deno.test('a route takes a detour rather than going against a one-way street', () => {
  const low = between(A, C, 0.25)
  const high = between(A, C, 0.75)
  assertEquals(km(low, high), 0.556)
  assertEquals(km(high, low), 3.181)
})

Deno.test('a route obeys a forbidden turn', () => {
  // The forbidden turn left from B-D onto D-C would give 0.556 + 0.378 km. The only allowed way is by B, A and C.
  assertEquals(km(between(B, D, 0.5), between(C, D, 0.5)), 2.802)
})

Deno.test('a route has its steps', () => {
  const steps = router.route([between(A, B, 0.5), between(B, D, 0.5)], { steps: true })?.steps
  assertEquals(steps?.map(({ manoeuvre, lat, lng }) => [manoeuvre, lat, lng]), [
    ['depart', 47.14, 9.525],
    ['arrive', 47.145, 9.53],
  ])
  // Neither street has a name and nothing can be chosen at B: one step is enough.
  assertEquals(steps?.map(({ distance_in_km }) => distance_in_km), [0.934, 0])
})

Deno.test('a route with stops equals the chain of its legs', () => {
  const points = [between(A, B, 0.5), between(A, C, 0.5), between(C, D, 0.5)]
  const legs = [km(...points.slice(0, 2)), km(...points.slice(1))]
  assertEquals(km(...points)?.toFixed(2), legs.reduce<number>((sum, leg) => sum + (leg ?? 0), 0).toFixed(2))
})

Deno.test('a matrix equals single measurements', () => {
  const targets = [between(A, B, 0.9), between(C, D, 0.3), between(A, C, 0.4), between(A, B, 0.1)]
  const start = between(A, B, 0.5)
  assertEquals(
    router.matrix([start], targets)[0]?.map((entry) => entry?.distance_in_km),
    targets.map((target) => km(start, target)),
  )
})

Deno.test('no route is found far away from a road', () => {
  assertEquals(router.route([A, { lat: 52.5, lng: 13.4 }]), null)
  assertEquals(router.matrix([A], [{ lat: 52.5, lng: 13.4 }]), [[null]])
})

Deno.test('a file that is not a graph is refused', () => {
  assertThrows(() => decodeGraph(new ArrayBuffer(64)), Error, 'not a road graph')
})
