import {
  Ban,
  Banknote,
  CircleDollarSign,
  CornerDownLeft,
  Flag,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Route,
  Unlink,
  UserCheck,
  X
} from 'lucide-react'
import type { TripCommand } from '@/entities/booking'
import type { Keys } from '@/lib/keys'

interface ActionLook {
  icon: LucideIcon
  /** One letter, while the panel is open and nobody types. */
  keys: Keys
  isDanger?: true
}

/** What the desk does to a booking, the most urgent first; `panel:action.<id>` names each. The server says what may be done now. */
export const deskActions = {
  assign: { icon: UserCheck, keys: 'a' },
  confirm_cash: { icon: Banknote, keys: 'p' },
  override_code: { icon: KeyRound, keys: 'o' },
  refund: { icon: CircleDollarSign, keys: 'f' },
  message_driver: { icon: MessageSquare, keys: 'w' },
  change_route: { icon: Route, keys: 'r' },
  add_extra: { icon: ReceiptText, keys: 'e' },
  remove_extra: { icon: X, keys: 't' },
  return_to_sender: { icon: CornerDownLeft, keys: 's' },
  end_guest_link: { icon: Unlink, keys: 'l' },
  end_trip: { icon: Flag, keys: 'g', isDanger: true },
  cancel: { icon: Ban, keys: 'c', isDanger: true }
} as const satisfies Partial<Record<TripCommand, ActionLook>>

export type DeskAction = keyof typeof deskActions

const order = Object.keys(deskActions) as DeskAction[]

/** Those of the server's list that the desk has a way for, in their order. */
export const offered = (actions: readonly TripCommand[]): DeskAction[] => order.filter((one) => actions.includes(one))

export const lookOf = (action: DeskAction): ActionLook => deskActions[action]
