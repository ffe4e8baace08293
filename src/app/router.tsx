import { createBrowserRouter } from 'react-router-dom'
import { noteNavigation } from '@/lib/page/leaving'
import { portalRoutes, routes } from './routes'

export type Router = ReturnType<typeof createBrowserRouter>

/** Starts the router at the current address. `ready` resolves when the code of the page at this address is loaded. */
export function startRouter(): { router: Router; ready: Promise<void> } {
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ path, patch }) => patch('portal', await portalRoutes(path))
  })
  router.subscribe(({ navigation }) => noteNavigation(navigation.location ?? null))
  const ready = new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return
      end()
      resolve()
    })
  })
  return { router, ready }
}
