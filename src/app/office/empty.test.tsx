/** Tests the texts of the office's empty tables against the specification. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { leave, open, startOffice } from './office'

vi.mock('@/lib/auth-client', () => import('./signed-in'))
vi.mock('@/lib/channels', () => ({ isLive: () => true, listen: () => () => {}, broadcast: async () => false }))

beforeAll(startOffice)
afterEach(leave)

it.each([
  ['/promos', 'No promos available.'],
  ['/riders', 'No users available.'],
  ['/drivers', 'No users available.'],
  ['/fleetadmins', 'No users available.'],
  ['/alladmin', 'No users available.'],
  ['/withdraws', 'No WITHDRAWS available.'],
  ['/languagesetting', 'No Languages available.'],
  ['/cancelreasons', 'No cancel reasons yet.'],
  ['/cartypes', 'No cars are offered yet.'],
  ['/bookings', 'No bookings yet'],
  ['/earningreports', 'No data available.'],
  ['/driverearning', 'No data available.'],
  ['/addtowallet', 'No data available.'],
  ['/trialbalance', 'No data available.'],
  ['/notifications', 'No data available.'],
  ['/auditlog', 'No data available.']
  // Spec 8.33, 8.34, 8.36
])('the empty page %s says: %s', async (path, words) => {
  await open(path, { text: 'Old', isEmpty: true })
  await vi.waitFor(() => expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).toContain(words))
})
