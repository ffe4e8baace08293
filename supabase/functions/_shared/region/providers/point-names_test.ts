import { assertEquals } from '@std/assert'
import { choosePointNames } from './choose.ts'
import { namePoints } from './point-names.ts'

const vaduz = { lat: 47.14101, lng: 9.52091 }

Deno.test('the name of a point is cached for about ten metres', async () => {
  let asked = 0
  const name = namePoints({ reverse: () => Promise.resolve(`place ${++asked}`) })
  assertEquals(await name(vaduz), 'place 1')
  assertEquals(await name({ lat: 47.14102, lng: 9.52092 }), 'place 1')
  assertEquals(await name({ lat: 47.15, lng: 9.52 }), 'place 2')
})

Deno.test('a failing provider leaves a point unnamed, and is asked again', async () => {
  let asked = 0
  const name = namePoints({
    reverse: () => ++asked === 1 ? Promise.reject(new Error('down')) : Promise.resolve('Vaduz'),
  })
  assertEquals(await name(vaduz), null)
  assertEquals(await name(vaduz), 'Vaduz')
})

Deno.test('points are named without billing providers', async () => {
  const unused = () => Promise.reject(new Error('unused'))
  const name = choosePointNames(
    {
      get: (variable: string) => variable === 'PLACES_PROVIDER' ? 'google,mapbox' : undefined,
      region: { router: unused, places: unused },
      database: { rpc: unused, select: unused },
    } as unknown as Parameters<typeof choosePointNames>[0],
  )
  assertEquals(await name(vaduz), null)
})
