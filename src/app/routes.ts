import type { RouteObject } from 'react-router-dom'
import { CrashPage } from './layout/crash-page'
import { RootLayout } from './layout/root-layout'
import { pageOf } from './page-of'
import type { Page } from './pages/page'
import { nowhere, sitePageAt, sitePages } from './pages/site-pages'

export const routeOf = (page: Page): RouteObject => ({
  path: page.path,
  handle: page,
  lazy: pageOf(page.load, page.viewers, page.isEarly)
})

const routesIn = (layout: Page['layout']) => sitePages.filter((page) => page.layout === layout).map(routeOf)

/** The routes. Every page is a separate chunk: the router waits for a slow one, and shows a message for a failed one. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    children: [
      {
        // These pages share one map: a rider's from the quote to the receipt, and a driver's from the offer to the cash.
        lazy: pageOf(async () => (await import('@/components/map/stage')).MapStage),
        children: routesIn('map')
      },
      {
        id: 'portal',
        lazy: pageOf(async () => (await import('./layout/portal-frame')).PortalFrame),
        ErrorBoundary: CrashPage,
        children: routesIn('portal')
      },
      {
        lazy: pageOf(async () => (await import('./layout/page-layout')).PageLayout),
        ErrorBoundary: CrashPage,
        children: [...routesIn('site'), routeOf(nowhere)]
      },
      {
        lazy: pageOf(async () => (await import('./layout/drive-layout')).DriveLayout),
        ErrorBoundary: CrashPage,
        children: routesIn('drive')
      },
      ...routesIn('frame')
    ]
  }
]

/** The routes of staff pages, loaded when the site does not know the address. */
export async function portalRoutes(pathname: string): Promise<RouteObject[]> {
  if (sitePageAt(pathname)) return []
  return (await import('./pages/portal-pages')).portalPages.map(routeOf)
}
