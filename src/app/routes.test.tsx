/** Tests who may open which page, for each role: the pages of section 2 of the specification and further pages. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyone, type Page, type Viewer } from './pages/page'
import { portalPages } from './pages/portal-pages'
import { sitePages } from './pages/site-pages'
import { portalRoutes, routeOf, routes } from './routes'

const session = vi.hoisted(() => ({ current: {} as { status: string; role: string | null } }))
vi.mock('@/entities/person', () => ({ useSession: () => session.current }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

const everyone: Viewer[] = ['rider', 'admin', 'driver', 'fleetadmin']

/** The viewers of each page by section 2 of the specification. Of a later page, its own entry decides. */
const admitted: Record<string, readonly Viewer[]> = {
  '/': anyone,
  '/login': anyone,
  '/signup': anyone,
  '/contact-us': anyone,
  '/about-us': anyone,
  '/privacy-policy': anyone,
  '/accessibility': anyone,
  '/bookings': everyone,
  '/profile': everyone,
  '/wallet': ['rider', 'driver'],
  '/notices': ['rider', 'driver'],
  '/places': ['rider'],
  '/receipt/:id': ['rider', 'admin', 'fleetadmin'],
  '/pay/:id': ['rider'],
  '/pay/street/:token': anyone,
  '/dashboard': ['admin', 'fleetadmin'],
  '/cartypes': ['admin'],
  '/cancelreasons': ['admin'],
  '/paperkinds': ['admin'],
  '/addbookings': ['admin'],
  '/promos': ['admin'],
  '/riders': ['admin'],
  '/drivers': ['admin', 'fleetadmin'],
  '/vehicles': ['admin', 'fleetadmin'],
  '/alladmin': ['admin'],
  '/fleetadmins': ['admin'],
  '/driverearning': ['admin', 'fleetadmin'],
  '/notifications': ['admin'],
  '/earningreports': ['admin'],
  '/addtowallet': ['admin'],
  '/withdraws': ['admin'],
  '/settings': ['admin'],
  '/appinfo': ['admin'],
  '/widget': ['admin'],
  '/embed': anyone,
  '/languagesetting': ['admin'],
  '/bookings/:id': everyone,
  '/drive': ['driver'],
  '/drive/trips': ['driver'],
  '/drive/money': ['driver'],
  '/drive/office': ['driver'],
  '/drive/car': ['driver'],
  '/zones': ['admin'],
  '/trialbalance': ['admin'],
  '/money': ['admin'],
  '/messages': ['admin'],
  '/auditlog': ['admin'],
  '/riders/:id': ['admin'],
  '/drivers/:id': ['admin', 'fleetadmin'],
  '/fleetadmins/:id': ['admin'],
  '/alladmin/:id': ['admin'],
  '/cartypes/:id': ['admin'],
  '/promos/:id': ['admin'],
  '/zones/times': ['admin'],
  '/languagesetting/:id': ['admin']
}

/** The real routes, with the name of each page rendered instead of the page. */
function withStubs(route: RouteObject): RouteObject {
  const page = route.handle as Page | undefined
  if (page) return routeOf({ ...page, load: async () => () => <p>{page.name}</p> })
  const { children, id } = route
  return { ...(id && { id }), Component: Outlet, children: children?.map(withStubs) ?? [] }
}

function Address() {
  return <i>{useLocation().pathname}</i>
}

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => act(async () => root.unmount()))

/** The page and the address on which a viewer arrives after opening a path. */
async function visit(viewer: Viewer, pathname: string) {
  session.current = viewer === 'visitor' ? { status: 'signed_out', role: null } : { status: 'signed_in', role: viewer }
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <Address />
          </>
        ),
        children: routes.map(withStubs)
      }
    ],
    {
      initialEntries: [pathname],
      patchRoutesOnNavigation: async ({ path, patch }) => patch('portal', (await portalRoutes(path)).map(withStubs))
    }
  )
  await act(async () => root.render(<RouterProvider router={router} />))
  await vi.waitFor(() => expect(place.querySelector('i')).not.toBeNull())
  await act(async () => {})
  return { page: place.querySelector('p')?.textContent, at: place.querySelector('i')?.textContent }
}

const pages = [...sitePages, ...portalPages]

describe.each(pages)('the page $path', ({ name, path, viewers }) => {
  // Spec 2.1, 2.3, 2.4
  it.each(anyone)('is shown to a %s or leads to /login, as the specification says', async (viewer) => {
    const pathname = path.replace(/:\w+/, '7')
    const isAdmitted = (admitted[path] ?? viewers).includes(viewer)
    expect(await visit(viewer, pathname)).toEqual(
      isAdmitted ? { page: name, at: pathname } : { page: 'login', at: '/login' }
    )
  })

  it('is only found at its exact address', async () => {
    const wrong = `${path === '/' ? '' : path.replace(/:\w+/, '7')}/no/such`
    expect(await visit('admin', wrong)).toEqual({ page: 'not_found', at: wrong })
  })
})

it('a specified page that is not built yet is not found', async () => {
  const missing = Object.keys(admitted).filter((path) => !pages.some((page) => page.path === path))
  for (const path of missing) expect(await visit('admin', path)).toEqual({ page: 'not_found', at: path })
})
