import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { LateDialog } from '@/components/ui/late-dialog'
import type { ActionDialogProps } from './dialog-props'
import type { DeskAction } from './model'

const step = (name: keyof typeof import('./steps')) =>
  lazy(() => import('./steps').then((part) => ({ default: part[name] })))

/** The dialog of each action; it loads when it is first opened. */
const dialogs: Record<DeskAction, LazyExoticComponent<ComponentType<ActionDialogProps>>> = {
  assign: lazy(() => import('../assign/assign-dialog').then((part) => ({ default: part.AssignDialog }))),
  confirm_cash: step('CashDialog'),
  override_code: step('OverrideCodeDialog'),
  refund: lazy(() => import('./refund-dialog').then((part) => ({ default: part.RefundDialog }))),
  correct_fare: lazy(() => import('./correct-fare-dialog').then((part) => ({ default: part.CorrectFareDialog }))),
  request_payment: lazy(() =>
    import('./request-payment-dialog').then((part) => ({ default: part.RequestPaymentDialog }))
  ),
  reverse: lazy(() => import('./reverse-dialog').then((part) => ({ default: part.ReverseBookingDialog }))),
  message_driver: lazy(() => import('./message-dialog').then((part) => ({ default: part.MessageDialog }))),
  change_route: lazy(() => import('./change-route').then((part) => ({ default: part.ChangeRouteDialog }))),
  add_extra: lazy(() => import('./extra-dialogs').then((part) => ({ default: part.AddExtraDialog }))),
  remove_extra: lazy(() => import('./extra-dialogs').then((part) => ({ default: part.RemoveExtraDialog }))),
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
