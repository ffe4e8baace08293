import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { loadWithWords } from '@/lib/load-with-words'
import { isPaused } from '@/lib/session-pause'

const SignInAgain = lazy(async () => ({
  default: (await loadWithWords(() => import('@/features/auth/again'))).SignInAgain
}))

/** Asks for a code on the page of the trip, if the session was ended elsewhere meanwhile; otherwise renders nothing. */
export function SignInAgainSlot() {
  const { status } = useSession()
  if (status !== 'loading' || !isPaused()) return null
  return (
    <Suspense>
      <SignInAgain />
    </Suspense>
  )
}
