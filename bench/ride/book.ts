// Measures the time from the press of "Book" until the trip's page counts the search time. A rider's steps come before: both
// places typed and chosen, the price shown.
import type { Page } from '@playwright/test'
import { unwrap } from '../../tests/support/responses.ts'
import { type Figure, percentile, round } from '../report.ts'
import { openPhone, shownAt } from './page.ts'
import type { People } from './people.ts'

const SEARCHING_MS = 300
/** Time before the press (ms): a rider reads the price first, and the map is idle by then. */
const SETTLE_MS = 2500

async function fill(page: Page): Promise<void> {
  await page.goto('/')
  for (const [field, text, suggestion] of [
    ['Pickup', 'Städtle', /Städtle/],
    ['Drop', 'Schaan', /Schaan/]
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option', { name: suggestion }).first().click()
  }
}

export async function measureBook({ admin, rider }: People, web: string, samples: number): Promise<Figure[]> {
  const { page, close } = await openPhone(web, rider, { isMoving: false })
  try {
    const times: number[] = []
    for (let index = 0; index <= samples; index++) {
      await fill(page)
      const press = page.getByRole('button', { name: /^Book Cab/ })
      await press.waitFor()
      await page.waitForTimeout(SETTLE_MS)
      const pressed = press.evaluate(
        (button) =>
          new Promise<number>((resolve) => {
            button.addEventListener('click', () => resolve(Date.now()), { once: true, capture: true })
          })
      )
      const shown = shownAt(page, { selector: '[role=timer]' })
      await press.click()
      const time = (await shown) - (await pressed)
      if (index > 0) times.push(time)
      const booking_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      unwrap(await admin.client.rpc('cancel_booking', { booking_id, reason: 'Measured' }))
    }
    return [
      { metric: 'Book to "searching", p50', value: round(percentile(times, 0.5)), unit: 'ms', goal: SEARCHING_MS },
      { metric: 'Book to "searching", p95', value: round(percentile(times, 0.95)), unit: 'ms', goal: null }
    ]
  } finally {
    await close()
  }
}
