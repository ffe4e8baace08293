import { createBrowserRouter } from 'react-router-dom'
import { loadAgain } from '@/lib/load-again'
import { portalRoutes, routes } from './routes'

export const router = createBrowserRouter(routes, {
  patchRoutesOnNavigation: async ({ path, patch }) => patch('portal', await loadAgain(() => portalRoutes(path)))
})

/** Resolves once the page of the address can be drawn. */
export function pageReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return
      end()
      resolve()
    })
  })
}
