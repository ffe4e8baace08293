import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { holdShortcuts } from '@/lib/page/shortcuts'

/** Contains a dialog whose code is loaded when it opens. Until then the page's shortcuts are off, because people type for it. */
export const LateDialog = ({ children }: { children: ReactNode }) => <Suspense fallback={<Wait />}>{children}</Suspense>

function Wait() {
  useLayoutEffect(holdShortcuts, [])
  return null
}
