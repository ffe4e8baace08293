// Measures the download of a shared trip's page before its map, without any cache.
import { chromium } from '@playwright/test'
import { launchOptions } from '../../tests/support/browser.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { bookAccepted } from '../../tests/support/ride.ts'
import { type Figure, round } from '../report.ts'
import type { People } from './people.ts'

const GOAL_KB = 120

/** Whether a file is part of the map: its engine, or its layers, which load after the page. */
const isOfMap = (path: string): boolean =>
  /maplibre|canvas|\/region\/|\.pbf|\/(?:map|engine|press|shared-layers)-/.test(path)

export async function measureShared({ admin, rider, driver }: People, web: string): Promise<Figure[]> {
  const { id } = await bookAccepted(rider, driver)
  const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await (await browser.newContext({ baseURL: web, locale: 'en-GB' })).newPage()
    const sizes = new Map<string, Promise<number>>()
    // Count bytes as sent: compressed as the browser requests.
    page.on('requestfinished', (request) => {
      const { pathname, origin } = new URL(request.url())
      if (origin === web && !isOfMap(pathname))
        sizes.set(
          pathname,
          request.sizes().then(
            ({ responseBodySize }) => responseBodySize,
            () => 0
          )
        )
    })
    await page.goto(`/t/${token}`)
    await page.getByRole('heading', { level: 1, name: /on the way/ }).waitFor()
    await page.waitForLoadState('networkidle')
    const all = await Promise.all([...sizes].map(async ([path, size]) => ({ path, size: await size })))
    const sum = (wanted: (path: string) => boolean) =>
      round(all.filter(({ path }) => wanted(path)).reduce((total, { size }) => total + size, 0) / 1000)
    return [
      {
        metric: 'shared trip before the map, program',
        value: sum((path) => path.endsWith('.js')),
        unit: 'kB',
        goal: GOAL_KB
      },
      { metric: 'shared trip before the map, everything', value: sum(() => true), unit: 'kB', goal: null }
    ]
  } finally {
    await browser.close()
    unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
  }
}
