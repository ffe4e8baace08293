import type { Question } from '../state'
import { ExtrasDialog } from './extras-dialog'
import { PaymentDialog } from './payment-dialog'
import { WhenDialog } from './when-dialog'

export { PinPanel } from './pin-panel'

/** The questions of the screen. */
export function Dialogs({ question }: { question: Question }) {
  if (question === 'extras') return <ExtrasDialog />
  return question === 'payment' ? <PaymentDialog /> : <WhenDialog />
}
