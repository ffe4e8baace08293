import type { ComponentType } from 'react'
import type { Question } from '../model/state'
import { DeliveryDialog } from './delivery-dialog'
import { ExtrasDialog } from './extras-dialog'
import { FareDialog } from './fare-dialog'
import { GuestQuestion } from './options/guest-dialog'
import { PaymentDialog } from './payment-dialog'
import { WhenDialog } from './when-dialog'
import { YouDialog } from './you-dialog'

export { AsideNote } from './aside-note'
export { PinPanel } from './pin-panel'

const dialogs: Record<Question, ComponentType> = {
  extras: ExtrasDialog,
  when: WhenDialog,
  payment: PaymentDialog,
  fare: FareDialog,
  delivery: DeliveryDialog,
  you: YouDialog,
  guest: GuestQuestion
}

/** Renders the open dialog of the booking screen. */
export function Dialogs({ question }: { question: Question }) {
  const OpenDialog = dialogs[question]
  return <OpenDialog />
}
