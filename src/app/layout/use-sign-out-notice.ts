import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { toast } from '@/lib/toast'
import { useErrorText } from '@/lib/use-error-text'

/** A page that needs somebody leads to the sign-in by then, which says it itself (ms). */
const MOMENT_MS = 500

/** Why somebody was signed out, on a page that goes on without them. That a session is over is not told (spec section 8). */
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
