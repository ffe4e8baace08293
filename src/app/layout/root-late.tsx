import { Toaster } from '@/components/ui/toaster'
import { useHeldFocus } from './use-held-focus'
import { useSignOutNotice } from './use-sign-out-notice'

/**
 * What every page does once it is shown, and its toasts, which follow a press. It loads late, so that the start of the app is
 * small.
 */
export function RootLate() {
  useHeldFocus()
  useSignOutNotice()
  return <Toaster />
}
