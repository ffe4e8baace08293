import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { paths, safeNext } from '@/config/paths'
import type { Role } from '@/entities/person'
import { useSession } from '@/entities/person'
import { LoginPage, readStoredForm } from '@/features/site/auth'
import { isPaused } from '@/lib/session/session-pause'
import { FullSpinner } from '../../layout/full-spinner'

/** The page that each role sees after signing in, unless another page had redirected to the sign-in page (`next`). */
const starts: Record<Role, string> = {
  rider: paths.home,
  driver: paths.drive,
  admin: paths.dashboard,
  fleetadmin: paths.dashboard
}

const isKey = (state: unknown): state is { notice: string } =>
  typeof state === 'object' && state !== null && 'notice' in state && typeof state.notice === 'string'

export function LoginRoute() {
  const { status, role, notice } = useSession()
  const [search] = useSearchParams()
  const { state, hash } = useLocation()
  // A person who filled in the sign-up form and then signed in here continues with that form.
  if (status === 'signed_in' && readStoredForm()) return <Navigate to={paths.signUp} replace />
  if (status === 'signed_in' && role) {
    const next = safeNext(search.get('next'))
    return <Navigate to={next ? next + hash : starts[role]} replace />
  }
  // After the code was entered, the profile loads. Meanwhile the form stays mounted below a spinner, because the form has to
  // show the error if the person is not admitted.
  return (
    <>
      <LoginPage notice={notice ?? (isKey(state) ? state.notice : null)} />
      {status === 'loading' && !isPaused() && (
        <div className="fixed inset-0 z-20 bg-paper">
          <FullSpinner as="div" />
        </div>
      )}
    </>
  )
}
