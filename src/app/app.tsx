import { useLayoutEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { Providers } from './providers'
import type { Router } from './router'

export function App({ router }: { router: Router }) {
  useWholeStart(router)
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}

/**
 * Draws a page that was opened while the first one was being drawn, such as by Back on a slow phone. RouterProvider reads the
 * router's state when it renders and hears of changes only from its effect on. It misses those between, because the router keeps
 * them only for its first subscriber, which is `startRouter`.
 */
function useWholeStart(router: Router): void {
  const [drawn] = useState(router.state)
  useLayoutEffect(() => {
    if (router.state !== drawn) void router.revalidate()
  }, [router, drawn])
}
