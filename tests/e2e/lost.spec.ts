import type { Page, WebSocketRoute } from '@playwright/test'
import { book, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** Lets a page lose the service while its network stays, as when a server dies, and find it again. */
async function leash(page: Page) {
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    if (isCut) return void socket.close({ code: 1011 })
    sockets.add(socket)
    socket.connectToServer()
  })
  await page.route(/\/(rest|functions)\/v1\//, (route) => (isCut ? route.abort('connectionrefused') : route.continue()))
  return {
    cut: async () => {
      isCut = true
      for (const socket of sockets) await socket.close({ code: 1011 })
      sockets.clear()
    },
    join: () => {
      isCut = false
    }
  }
}

const lost = 'No connection to the service. Check your network and try again.'

test('a trip says within seconds that the service is gone, and its dialogs say so, too', async ({ open, person }) => {
  const rider = await person('rider5@hackney.test')
  const { id } = await book(rider)
  const page = await open('/about-us', { at: vaduz, as: rider })
  const service = await leash(page)
  await page.goto(`/bookings/${id}`)
  const cancel = page.getByRole('button', { name: /^Cancel/ })
  await expect(cancel).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
  await page.waitForTimeout(1500)

  await service.cut()
  await expect(page.getByText(lost).first()).toBeVisible({ timeout: 5000 })
  await cancel.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(lost)).toBeVisible({ timeout: 10_000 })
  await expectAccessible(page)

  service.join()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('radio', { name: 'My plans changed' }).click()
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This ride was cancelled' })).toBeVisible()
  await expect(page.getByText(lost)).toHaveCount(0)
})
