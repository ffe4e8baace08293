import type { ComponentType } from 'react'
import type { Question } from '../state'
import { DeliveryDialog } from './delivery-dialog'
import { ExtrasDialog } from './extras-dialog'
import { FareDialog } from './fare-dialog'
import { PaymentDialog } from './payment-dialog'
import { PhoneDialog } from './phone-dialog'
import { WhenDialog } from './when-dialog'

export { AsideNote } from './aside-note'
export { PinPanel } from './pin-panel'

const dialogs: Record<Question, ComponentType> = {
  extras: ExtrasDialog,
  when: WhenDialog,
  payment: PaymentDialog,
  fare: FareDialog,
  delivery: DeliveryDialog,
  phone: PhoneDialog
}

/** Renders the open dialog of the booking screen. */
export function Dialogs({ question }: { question: Question }) {
  const OpenDialog = dialogs[question]
  return <OpenDialog />
}
