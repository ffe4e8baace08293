import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SetupPage } from './setup-page'
import words from './texts/setup_link/en.json'

/** The keys that the server was asked with; it refuses all of them. */
const server = vi.hoisted(() => ({ keys: [] as unknown[] }))
vi.mock('@/lib/server/functions', () => ({
  loadFunctions: async () => ({
    invoke: async (_name: string, { body }: { body: { key: string } }) => {
      server.keys.push(body.key)
      return { data: null, error: new Error('refused') }
    }
  })
}))

let root: Root
beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { setup_link: words, common: {} } } })
})
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sessionStorage.clear()
  server.keys = []
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('a newer link counts when it is opened in the window of an earlier one, and no address keeps its key', async () => {
  const [earlier, newer] = ['a'.repeat(43), 'b'.repeat(43)]
  const router = createMemoryRouter([{ path: '*', element: <SetupPage /> }], {
    initialEntries: [`/setup#${earlier}`]
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  const start = () => act(async () => document.querySelector<HTMLElement>('button[type=submit]')?.click())
  await start()
  await act(async () => router.navigate(`/setup#${newer}`))
  expect(router.state.location.hash).toBe('')
  expect(document.querySelector('[role=alert]')).toBeNull()
  await start()
  expect(server.keys).toEqual([earlier, newer])
})
