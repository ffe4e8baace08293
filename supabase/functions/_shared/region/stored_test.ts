import { assertEquals, assertRejects } from '@std/assert'
import { encodeGraph } from './routing/graph.ts'
import { createRegion } from './stored.ts'
import { A, B, tinyGraph, tinyPlaces } from './testing/tiny-region.ts'

const settings = { supabaseUrl: 'http://127.0.0.1:1', secretKey: 'sb_secret_x' }

Deno.test('the region’s files are loaded once from the bucket, with the secret key', async () => {
  const asked: string[] = []
  const region = createRegion(
    settings,
    ((url: string, init: RequestInit) => {
      asked.push(`${url} ${new Headers(init.headers).get('apikey')}`)
      const body = url.endsWith('graph.bin') ? encodeGraph(tinyGraph()) : JSON.stringify(tinyPlaces())
      return Promise.resolve(new Response(body as BodyInit))
    }) as typeof fetch,
  )
  const [router, again] = await Promise.all([region.router(), region.router()])
  assertEquals(router === again, true)
  assertEquals(router.route([A, B])?.distance_in_km, 0.756)
  assertEquals((await region.places()).coordinates('town'), A)
  const base = 'http://127.0.0.1:1/storage/v1/object/regions/current'
  assertEquals(asked, [`${base}/graph.bin sb_secret_x`, `${base}/places.json sb_secret_x`])
})

Deno.test('a failure to load the region is reported and retried', async () => {
  const quiet = console.error
  console.error = () => {}
  try {
    let tries = 0
    const region = createRegion(
      settings,
      () => Promise.resolve(tries++ ? Response.json(tinyPlaces()) : new Response('', { status: 404 })),
    )
    await assertRejects(() => region.places(), Error, 'not available')
    assertEquals((await region.places()).file.region, 'Tinyland')
  } finally {
    console.error = quiet
  }
})
