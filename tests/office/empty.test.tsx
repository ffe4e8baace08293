/** Tests the texts of the office's empty tables against the specification. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { leave, officeAddresses, open, startOffice } from './office'

vi.mock('@/lib/session/auth-client', () => import('./signed-in'))
vi.mock('@/lib/server/channels', () => ({ isLive: () => true, listen: () => () => {}, broadcast: async () => false }))

beforeAll(startOffice)
afterEach(leave)

/** The words of the specification, by the path of the page. */
const specified: Readonly<Record<string, string>> = {
  '/promos': 'No promos available.',
  '/riders': 'No users available.',
  '/drivers': 'No users available.',
  '/fleetadmins': 'No users available.',
  '/alladmin': 'No users available.',
  '/withdraws': 'No WITHDRAWS available.',
  '/languagesetting': 'No Languages available.',
  '/cartypes': 'No cars are offered yet.',
  '/bookings': 'No bookings yet',
  '/earningreports': 'No data available.',
  '/driverearning': 'No data available.',
  '/addtowallet': 'No data available.',
  '/trialbalance': 'No data available.',
  '/notifications': 'No data available.',
  '/messages': 'No data available.',
  '/auditlog': 'No data available.'
}

/** Whether the page at an address is a table of rows. */
async function isTable(path: string): Promise<boolean> {
  await open(path, { text: 'Old' })
  const table = document.querySelector('[role=grid]')
  await leave()
  return table !== null
}

it.each(officeAddresses.filter(({ path }) => !path.includes(':')))(
  // Spec 8.33, 8.34, 8.36
  'the page $path says that it is empty, if it is a table',
  async ({ path }) => {
    const words = specified[path]
    if (!words && !(await isTable(path))) return
    await open(path, { text: 'Old', isEmpty: true })
    const titles = () => [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(titles()).toContainEqual(words ?? expect.stringMatching(/^No /)))
  }
)
