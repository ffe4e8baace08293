import { AssignDialog, type Booking, CancelDialog, type Party, type TripCommand } from '@/entities/booking'
import { DeskDialog } from './desk-dialog'
import { NoShowDialog } from './no-show-dialog'

/** A command that is asked about before it is sent. */
export type AskedCommand = Exclude<TripCommand, 'chat' | 'pay_with_wallet' | 'share' | 'unshare'>

interface TripDialogsProps {
  asked: AskedCommand | null
  onAsk: (command: AskedCommand | null) => void
  booking: Booking
  toPay: number
  party: Party
  /** What cancelling costs or causes. */
  consequence: string
  onCancelled: (booking: Booking) => void
  onAnswer: (booking: Booking) => void
}

/** The question about a command, while there is one. */
export function TripDialogs({
  asked,
  onAsk,
  booking,
  toPay,
  party,
  consequence,
  onCancelled,
  onAnswer
}: TripDialogsProps) {
  const shared = { booking, isOpen: true, onOpenChange: (isOpen: boolean) => onAsk(isOpen ? asked : null) }
  switch (asked) {
    case 'cancel':
      return <CancelDialog {...shared} party={party} consequence={consequence} onCancelled={onCancelled} />
    case 'no_show':
      return <NoShowDialog {...shared} onLeft={onAnswer} />
    case 'assign':
      return <AssignDialog {...shared} onAnswer={onAnswer} />
    case null:
      return null
    default:
      return (
        <DeskDialog command={asked} booking={booking} toPay={toPay} onClose={() => onAsk(null)} onAnswer={onAnswer} />
      )
  }
}
