import type { ReactNode } from 'react'
import { useOnline } from '@/lib/page/use-online'
import { AppError } from '@/lib/server/errors'
import { ErrorBanner } from './error-state'

interface PendingProps {
  /** Why loading failed; undefined while it loads. */
  error: unknown
  onRetry: () => void
  /** The skeleton that is shown while loading. */
  children: ReactNode
}

/** Shown instead of content that is not loaded yet: a skeleton; or the error, with a button that tries again. */
export function Pending({ error, onRetry, children }: PendingProps) {
  const isOnline = useOnline()
  // While the device is offline, no request is sent and so none fails. The network error is shown anyway.
  const cause = error ?? (isOnline ? null : new AppError('network_error'))
  return cause ? <ErrorBanner error={cause} onRetry={onRetry} /> : children
}
