import { type RouteObject, replace } from 'react-router-dom'
import { paths } from '@/config/paths'
import { CrashPage } from './layout/crash-page'
import { RootLayout } from './layout/root-layout'
import { pageOf } from './page-of'
import type { Page } from './pages/page'
import { loadedNowhere, loadedSitePages } from './pages/site-loaders'
import { sitePageAt } from './pages/site-pages'

export const routeOf = (page: Page): RouteObject => ({
  path: page.path,
  handle: page,
  lazy: pageOf(page.load, page.viewers, page.isEarly)
})

const routesIn = (layout: Page['layout']) => loadedSitePages.filter((page) => page.layout === layout).map(routeOf)

/**
 * The routes of the router. Every page is a separate chunk. The router waits until the chunk is loaded, and shows a message if
 * that fails.
 */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    children: [
      {
        // These pages share one map (`MapStage`): a rider's pages from the quote to the receipt, and a driver's pages from the
        // offer to the payment.
        lazy: pageOf(() => import('@/components/map/stage').then((part) => part.MapStage)),
        children: routesIn('map')
      },
      {
        id: 'portal',
        lazy: pageOf(() => import('./layout/portal-frame').then((part) => part.PortalFrame)),
        ErrorBoundary: CrashPage,
        children: routesIn('portal')
      },
      {
        lazy: pageOf(() => import('./layout/page-layout').then((part) => part.PageLayout)),
        ErrorBoundary: CrashPage,
        children: [...routesIn('site'), routeOf(loadedNowhere)]
      },
      {
        lazy: pageOf(() => import('./layout/drive-layout').then((part) => part.DriveLayout)),
        ErrorBoundary: CrashPage,
        children: routesIn('drive')
      },
      ...routesIn('frame')
    ]
  },
  {
    path: paths.shared(':token'),
    ErrorBoundary: CrashPage,
    lazy: pageOf(() => import('./share/share-route').then((part) => part.ShareRoute))
  },
  { path: '/shared/:token', loader: ({ params }) => replace(paths.shared(params.token ?? '')) }
]

/** Returns the routes of the staff's pages. They are loaded only for an address that is not in `sitePages`. */
export async function portalRoutes(pathname: string): Promise<RouteObject[]> {
  if (sitePageAt(pathname)) return []
  return (await import('./pages/portal-pages')).portalPages.map(routeOf)
}
