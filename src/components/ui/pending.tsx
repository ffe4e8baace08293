import type { ReactNode } from 'react'
import { AppError } from '@/lib/errors'
import { useOnline } from '@/lib/use-online'
import { ErrorBanner } from './error-state'

interface PendingProps {
  /** Why loading failed; undefined while it loads. */
  error: unknown
  onRetry: () => void
  /** The skeleton. */
  children: ReactNode
}

/** Shown while content loads: a skeleton, or the error with a retry. */
export function Pending({ error, onRetry, children }: PendingProps) {
  const isOnline = useOnline()
  // Offline nothing is requested, so nothing fails either.
  const cause = error ?? (isOnline ? null : new AppError('network_error'))
  return cause ? <ErrorBanner error={cause} onRetry={onRetry} /> : children
}
