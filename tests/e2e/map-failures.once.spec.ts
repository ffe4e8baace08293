import type { Page } from '@playwright/test'
import { vaduz } from '../support/places.ts'
import { makeZone } from '../support/zones.ts'
import { drawnMap, expect, expectAccessible, NOWHERE, test } from './fixtures.ts'

test.use({ map: true })

const TILES = '**/region/tiles.pmtiles'
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Expects, in place of the map, the reason and a list of the places that it would show. */
async function expectWords(page: Page, why: string): Promise<void> {
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Places on the map' })).toContainText(/Pickup: .*Vaduz/)
  await expect(page.locator('canvas')).toHaveCount(0)
}

/** Loads the start page again, so that prepared scripts and routes apply from the beginning. */
const start = (page: Page) => page.goto('/')

test('without WebGL the page shows the list in place of the map', async ({ open, picture }) => {
  const page = await open(NOWHERE, { at: vaduz })
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await start(page)
  await expectWords(page, 'No map on this device')
  await expect(again(page)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'map-no-webgl')
})

test('without tiles the page says so, and draws the map once they are available', async ({ open, picture }) => {
  const page = await open(NOWHERE, { at: vaduz })
  await page.route(TILES, (route) => route.fulfill({ status: 404 }))
  await start(page)
  await expectWords(page, 'The streets could not be loaded')
  await expectAccessible(page)
  await picture(page, 'map-no-tiles')
  await page.unroute(TILES)
  await again(page).first().click()
  await drawnMap(page)
})

test('the page notices when tiles stop arriving, and requests them again on a press', async ({ open, picture }) => {
  const page = await open(NOWHERE, { at: vaduz })
  await start(page)
  await drawnMap(page)
  await page.route(TILES, (route) => route.abort())
  await page.getByRole('region', { name: 'Streets' }).focus()
  const lost = page.getByText('Some streets are missing.').or(page.getByText('The streets could not be loaded'))
  for (let step = 0; step < 12 && !(await lost.isVisible()); step++) {
    await page.keyboard.press(step % 3 === 2 ? '-' : 'ArrowRight')
    await page.waitForTimeout(300)
  }
  await expect(lost).toBeVisible()
  await picture(page, 'map-tiles-lost')
  await page.unroute(TILES)
  await again(page).click()
  await drawnMap(page)
  await expect(lost).toHaveCount(0)
})

test('a map chunk that fails to load leaves the list', async ({ open }) => {
  const page = await open(NOWHERE, { at: vaduz })
  const chunk = '**/assets/maplibre-canvas*.js'
  await page.route(chunk, (route) => route.abort())
  await start(page)
  await expectWords(page, 'The map could not be started')
})

test('a lost WebGL context leaves the list, and a restored one keeps the map', async ({ open }) => {
  const page = await open(NOWHERE, { at: vaduz })
  await start(page)
  await drawnMap(page)
  const lose = (back: boolean) =>
    page.evaluate((isBack) => {
      const extension = document.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      extension?.loseContext()
      if (isBack) setTimeout(() => extension?.restoreContext(), 200)
    }, back)
  await lose(true)
  await page.waitForTimeout(4000)
  await expect(page.locator('canvas')).toHaveCount(1)
  await lose(false)
  await expectWords(page, 'The map has stopped')
  await again(page).click()
  await drawnMap(page)
})

test.describe('with a Mapbox token', () => {
  /** Sets a token in the environment of this page only, as an operator does for the stack. */
  async function withToken(page: Page): Promise<void> {
    await page.route('**/env.js', async (route) => {
      const body = await (await route.fetch()).text()
      const token =
        ';window.__HACKNEY_ENV__ = { ...window.__HACKNEY_ENV__, mapboxToken: "pk.eyJ1IjoiaGFja25leSIsImEiOiJjazAifQ.x" }'
      await route.fulfill({ contentType: 'text/javascript', body: body + token })
    })
  }
  const API = 'https://*.mapbox.com/**'

  test('a refused token makes the map of the region take over', async ({ open }) => {
    const page = await open(NOWHERE, { at: vaduz })
    await withToken(page)
    await page.route(API, (route) => route.fulfill({ status: 401, json: { message: 'Not Authorized' } }))
    await start(page)
    await drawnMap(page)
    await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(1)
  })

  test('a token without an answer makes the map of the region take over, and without tiles the list', async ({
    open
  }) => {
    const page = await open(NOWHERE, { at: vaduz })
    await withToken(page)
    await page.route(API, () => {})
    await page.route(TILES, (route) => route.fulfill({ status: 404 }))
    await start(page)
    await expect(page.locator('canvas.mapboxgl-canvas')).toHaveCount(1)
    await expectWords(page, 'The streets could not be loaded')
  })

  test('Mapbox draws the same markers and layers', async ({ open, person, picture }) => {
    const admin = await person('admin4@hackney.test')
    const page = await open(NOWHERE, { as: admin })
    await withToken(page)
    const glyphs = 'mapbox://fonts/mapbox/{fontstack}/{range}.pbf'
    const layers = [{ id: 'ground', type: 'background', paint: { 'background-color': '#dfe8ee' } }]
    await page.route(API, (route) =>
      route.request().url().includes('/styles/v1/')
        ? route.fulfill({ json: { version: 8, name: 'Plain', sources: {}, glyphs, layers } })
        : route.fulfill({ status: 204 })
    )
    await page.goto(`/zones?zone=${await makeZone(admin)}`)
    await drawnMap(page)
    await expect(page.locator('canvas.mapboxgl-canvas')).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Corner \d of 4/ })).toHaveCount(4)
    await picture(page, 'map-over-mapbox')
  })
})
