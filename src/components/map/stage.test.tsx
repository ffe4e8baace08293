import { act, Suspense, use, useState } from 'react'
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

it('the map comes with a page that shows it later than its frame', async () => {
  let showMap = () => {}
  function Late() {
    const [isThere, setThere] = useState(false)
    showMap = () => setThere(true)
    return isThere ? <MapView label="Where to" className="late" /> : <p>Loading</p>
  }
  const router = createMemoryRouter([{ Component: MapStage, children: [{ path: '/', element: <Late /> }] }])
  await act(async () => root.render(<RouterProvider router={router} />))
  expect(map()).toBeNull()
  await act(async () => showMap())
  expect(map()?.closest('.late')).not.toBeNull()
})

it('a page whose first render is given up leaves no map behind, and has one once it comes', async () => {
  let come = (_: string) => {}
  const text = new Promise<string>((resolve) => {
    come = resolve
  })
  const Waiting = () => <p>{use(text)}</p>
  const page = (
    <Suspense fallback={<p>Loading</p>}>
      <MapView label="Where to" className="waiting" />
      <Waiting />
    </Suspense>
  )
  const create = document.createElement.bind(document)
  const sections: HTMLElement[] = []
  const spy = vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const made = create(name)
    if (name === 'section') sections.push(made)
    return made
  })
  const router = createMemoryRouter([{ Component: MapStage, children: [{ path: '/', element: page }] }])
  await act(async () => root.render(<RouterProvider router={router} />))
  expect(document.body.textContent).toBe('Loading')
  expect(sections.filter(({ parentNode }) => parentNode)).toEqual([])
  await act(async () => come('Here'))
  expect(map()?.closest('.waiting')).not.toBeNull()
  expect(sections.filter(({ parentNode }) => parentNode)).toEqual([map()])
  spy.mockRestore()
})
