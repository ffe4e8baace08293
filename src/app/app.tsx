import { RouterProvider } from 'react-router-dom'
import { Providers } from './providers'
import type { Router } from './router'

export function App({ router }: { router: Router }) {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}
