import { Toaster } from '@/components/ui/toaster'
import { useHeldFocus } from './use-held-focus'
import { useSignOutNotice } from './use-sign-out-notice'

/** What every page does once it is shown. It loads late, so that the start of the app is small; no toast is
 * shown before the person has pressed something. */
export function RootLate() {
  useHeldFocus()
  useSignOutNotice()
  return <Toaster />
}
