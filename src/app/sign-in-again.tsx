import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { isPaused } from '@/lib/session/session-pause'

const SignInAgain = lazy(() =>
  import('@/features/site/auth/components/again').then((part) => ({ default: part.SignInAgain }))
)

/** Asks for a code on the page of the trip, if the session was ended elsewhere meanwhile; otherwise renders nothing. */
export function LateSignInAgain() {
  const { status } = useSession()
  if (status !== 'loading' || !isPaused()) return null
  return (
    <Suspense>
      <SignInAgain />
    </Suspense>
  )
}
