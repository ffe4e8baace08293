import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '@/entities/person'
import { FullSpinner } from './full-spinner'

const SecondFactorRoute = lazy(() =>
  import('../routes/second-factor/second-factor-route').then((part) => ({ default: part.SecondFactorRoute }))
)

/**
 * Shows the page on which staff completes the sign-in in place of every other page, whatever the address: the page that was
 * asked for opens afterwards. Its code loads on demand, because riders and drivers never need it.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { status, missing } = useSession()
  const [stays, setStays] = useState(false)
  if (status !== 'half' && !(stays && status === 'signed_in')) return children
  return (
    <Suspense fallback={<FullSpinner />}>
      <SecondFactorRoute missing={missing} onBegin={() => setStays(true)} onLeave={() => setStays(false)} />
    </Suspense>
  )
}
