import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MapView } from './map-view'
import { MapStage } from './stage'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('./has-webgl', () => ({ hasWebGl: () => false, mayHaveWebGl: () => false }))
vi.mock('./region', () => ({ preloadRegion: () => {}, useRegion: () => ({ mutate: async () => {} }) }))

let root: Root
const routerOf = () =>
  createMemoryRouter([
    {
      Component: MapStage,
      children: [
        { path: '/', element: <MapView label="Where to" className="booking" /> },
        { path: '/trip', element: <MapView label="The trip" className="trip" /> }
      ]
    },
    { path: '/bookings', element: <p>Bookings</p> }
  ])

const map = () => document.querySelector('section')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('the same map moves from page to page, each with its own content', async () => {
  const router = routerOf()
  await act(async () => root.render(<RouterProvider router={router} />))
  const first = map()
  expect(first?.getAttribute('aria-label')).toBe('Where to')
  expect(first?.closest('.booking')).not.toBeNull()
  await act(() => router.navigate('/trip'))
  expect(map()).toBe(first)
  expect(first?.getAttribute('aria-label')).toBe('The trip')
  expect(first?.closest('.trip')).not.toBeNull()
})

it('the map ends on a page without one, and a new one is created after it', async () => {
  const router = routerOf()
  await act(async () => root.render(<RouterProvider router={router} />))
  const first = map()
  await act(() => router.navigate('/bookings'))
  expect(map()).toBeNull()
  await act(() => router.navigate('/trip'))
  expect(map()?.closest('.trip')).not.toBeNull()
  expect(map()).not.toBe(first)
})
