import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { toast } from '@/lib/page/toast'
import { useErrorText } from '@/lib/server/use-error-text'

/**
 * How long to wait before showing the reason (ms). Within this time, a page that needs a session redirects to the sign-in page,
 * which shows the reason itself.
 */
const MOMENT_MS = 500

/**
 * Shows why the person was signed out, on pages that do not need a session. If the session has merely expired, nothing is shown
 * (section 8 of the specification).
 */
export function useSignOutNotice(): void {
  const { notice } = useSession()
  const { pathname } = useLocation()
  const errorText = useErrorText()
  const told = useRef<string | null>(null)
  const isOurs = notice !== null && notice !== 'not_logged_in' && pathname !== paths.login
  useEffect(() => {
    if (notice === null) told.current = null
    if (!isOurs || told.current === notice) return
    const timer = setTimeout(() => {
      told.current = notice
      toast('error', errorText(notice))
    }, MOMENT_MS)
    return () => clearTimeout(timer)
  }, [isOurs, notice, errorText])
}
