import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { LateDialog } from '@/components/ui/late-dialog'
import { loadAgain } from '@/lib/load-again'
import { loadWithWords } from '@/lib/load-with-words'
import type { ActionDialogProps } from './dialog-props'
import type { DeskAction } from './model'

const step = (name: keyof typeof import('./steps')) =>
  lazy(async () => ({ default: (await loadAgain(() => import('./steps')))[name] }))

/** The dialog of each action; it loads when it is first opened. */
const dialogs: Record<DeskAction, LazyExoticComponent<ComponentType<ActionDialogProps>>> = {
  assign: lazy(async () => ({ default: (await loadAgain(() => import('../assign/assign-dialog'))).AssignDialog })),
  confirm_cash: step('CashDialog'),
  override_code: step('OverrideCodeDialog'),
  refund: lazy(async () => ({ default: (await loadAgain(() => import('./refund-dialog'))).RefundDialog })),
  correct_fare: lazy(async () => ({
    default: (await loadAgain(() => import('./correct-fare-dialog'))).CorrectFareDialog
  })),
  request_payment: lazy(async () => ({
    default: (await loadAgain(() => import('./request-payment-dialog'))).RequestPaymentDialog
  })),
  reverse: lazy(async () => ({ default: (await loadAgain(() => import('./reverse-dialog'))).ReverseBookingDialog })),
  message_driver: lazy(async () => ({ default: (await loadAgain(() => import('./message-dialog'))).MessageDialog })),
  change_route: lazy(async () => ({
    default: (await loadWithWords(() => import('./change-route'))).ChangeRouteDialog
  })),
  add_extra: lazy(async () => ({ default: (await loadAgain(() => import('./extra-dialogs'))).AddExtraDialog })),
  remove_extra: lazy(async () => ({ default: (await loadAgain(() => import('./extra-dialogs'))).RemoveExtraDialog })),
  return_to_sender: step('ReturnDialog'),
  end_guest_link: step('EndGuestLinkDialog'),
  end_trip: step('EndTripDialog'),
  cancel: step('CancelBookingDialog')
}

/** Renders the dialog of an action. */
export function ActionDialog({ action, ...props }: ActionDialogProps & { action: DeskAction }) {
  const Dialog = dialogs[action]
  return (
    <LateDialog>
      <Dialog {...props} />
    </LateDialog>
  )
}
