import type { ReactNode } from 'react'
import { AppError } from '@/lib/errors'
import { useOnline } from '@/lib/use-online'
import { ErrorBanner } from './error-state'

interface PendingProps {
  /** Why it did not come, if it did not. */
  error: unknown
  onRetry: () => void
  /** The shape of what is to come. */
  children: ReactNode
}

/** Stands where something is still to come: a skeleton, or why there is nothing and the way to ask again. */
export function Pending({ error, onRetry, children }: PendingProps) {
  const isOnline = useOnline()
  // Without a network nothing is asked for, so nothing fails either.
  const cause = error ?? (isOnline ? null : new AppError('network_error'))
  return cause ? <ErrorBanner error={cause} onRetry={onRetry} /> : children
}
