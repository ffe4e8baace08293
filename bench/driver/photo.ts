// Measures the upload of a parcel's picture over a slow connection that is cut in the middle: time until it resumes, and bytes
// sent twice.
import type { Page } from '@playwright/test'
import { type Person, service, signIn } from '../../tests/support/people.ts'
import { type Place, vaduz } from '../../tests/support/places.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { accept, estimate, goOnline, offerOf } from '../../tests/support/ride.ts'
import type { StackEnv } from '../../tests/support/stack.ts'
import { type Figure, round } from '../report.ts'
import type { People } from '../ride/people.ts'
import { openLine } from './line.ts'
import { openPhone } from './page.ts'

/** Upload speed of a phone with a weak signal, in bytes per second. */
const UP = 256 * 1024
/** Duration of the cut (ms). */
const CUTS = [3000, 30_000]
const TWICE_MOST = 0.25
const nextStreet: Place = { lat: 47.1437, lng: 9.5222, add: 'Aeulestrasse, Vaduz' }

/** Draws a picture with as much detail as a camera's. */
async function pictureIn(page: Page): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    const context = canvas.getContext('2d')
    const image = context?.createImageData(canvas.width, canvas.height)
    if (!context || !image) throw new Error('nothing can be drawn')
    let seed = 7
    for (let n = 0; n < image.data.length; n += 1) {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      image.data[n] = n % 4 === 3 ? 255 : 90 + ((n / 6400) % 80) + (seed % 60)
    }
    context.putImageData(image, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  return Buffer.from(text, 'base64')
}

const offline = async (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

/** Creates a parcel whose courier stands at its pickup; returns its id. */
async function atPickup({ admin, rider, driver }: People): Promise<string> {
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 50 }))
  const { quote_id } = await estimate(rider.client, vaduz, nextStreet, 'Courier')
  const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
  const { id } = unwrap(
    await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
  )
  unwrap(await rider.client.rpc('pay_with_wallet', { booking_id: id }))
  await offerOf(driver, id)
  await accept(driver, id)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  return id
}

interface Cut {
  /** Bytes of the file; the next fields are those of the whole upload and of its request headers. */
  size: number
  sent: number
  heads: number
  /** Time from the end of the cut until the next bytes of the picture are sent (ms). */
  goesOn: number
  requests: string[]
}

interface Where {
  env: StackEnv
  web: string
}

/** Sends a picture, with a cut of this duration in the middle. */
async function cutFor(ms: number, { id, driver }: { id: string; driver: Person }, { env, web }: Where): Promise<Cut> {
  const api = new URL(env.SUPABASE_URL)
  const line = await openLine(Number(api.port), UP)
  const { page, cdp, close } = await openPhone(web, driver, {
    at: vaduz,
    args: [`--host-resolver-rules=MAP ${api.hostname}:${api.port} 127.0.0.1:${line.port}`]
  })
  try {
    await page.goto(`/bookings/${id}`)
    const photos = page.getByRole('region', { name: 'Photos of the parcel' })
    const input = photos.getByLabel(/^Take a/)
    await input.waitFor({ state: 'attached' })
    await page.waitForTimeout(3000)
    const buffer = await pictureIn(page)
    let heads = 0
    const requests: string[] = []
    await cdp.send('Network.enable')
    const ofStorage = new Map<string, string>()
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.includes('/storage/v1/')) return
      ofStorage.set(requestId, request.method)
      requests.push(`${request.method} ${request.headers['Upload-Offset'] ?? ''}`.trim())
    })
    cdp.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
      heads += JSON.stringify(headers).length
    })
    const before = line.sent()
    await input.setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
    while (line.sent() - before < buffer.length / 2) await page.waitForTimeout(20)
    line.cut()
    await offline(page, true)
    await page.waitForTimeout(ms)
    line.restore()
    await offline(page, false)
    const mended = Date.now()
    const atMend = line.sent()
    // Wait for more bytes than the request's headers have, because the headers are sent before the rest of the picture.
    while (line.sent() - atMend < 48 * 1024) await page.waitForTimeout(10)
    const goesOn = Date.now() - mended
    await photos.getByText('Take another').waitFor()
    return { size: buffer.length, sent: line.sent() - before, heads, goesOn, requests }
  } finally {
    await close()
    await line.close()
  }
}

export async function measurePhoto({ admin, rider }: People, where: Where): Promise<Figure[]> {
  const people = { admin, rider, driver: await signIn(where.env, 'driver5@hackney.test') }
  const set = async (isOn: boolean) => {
    const change = { allow_delivery_pickup_image_capture: isOn }
    unwrap(await service(where.env).from('settings').update(change).eq('id', 1).select())
  }
  await set(true)
  await people.driver.client.rpc('set_driver_active', { active: false })
  await goOnline(people.driver)
  const id = await atPickup(people)
  const figures: Figure[] = []
  try {
    for (const ms of CUTS) {
      const { size, sent, heads, goesOn, requests } = await cutFor(ms, { id, driver: people.driver }, where)
      const name = `picture of ${round(size / 1e6)} MB, cut for ${ms / 1000} s`
      console.error(`  ${name}: ${requests.join(', ')}`)
      figures.push(
        { metric: `${name}: goes on after`, value: round(goesOn / 1000), unit: 's', goal: 5 },
        {
          metric: `${name}: sent twice`,
          value: round(Math.max(0, sent - heads - size) / size, 2),
          unit: 'x',
          goal: TWICE_MOST
        }
      )
    }
    return figures
  } finally {
    // The parcel stays under way, because nothing is measured after this.
    await set(false)
  }
}
