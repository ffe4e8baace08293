import {
  Ban,
  Banknote,
  CircleDollarSign,
  CornerDownLeft,
  Flag,
  HandCoins,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  PencilRuler,
  ReceiptText,
  Route,
  Undo2,
  Unlink,
  UserCheck,
  X
} from 'lucide-react'
import type { TripCommand } from '@/entities/booking'
import type { Keys } from '@/lib/page/keys'

interface ActionLook {
  icon: LucideIcon
  /** A single-letter shortcut, active while the panel is open and no text field has the focus. */
  keys: Keys
  isDanger?: true
}

/**
 * The desk's actions on a booking, the most urgent first. `panel:action.<id>` is an action's label. The server decides which
 * actions are allowed now.
 */
export const deskActions = {
  assign: { icon: UserCheck, keys: 'a' },
  confirm_cash: { icon: Banknote, keys: 'p' },
  override_code: { icon: KeyRound, keys: 'o' },
  refund: { icon: CircleDollarSign, keys: 'f' },
  correct_fare: { icon: PencilRuler, keys: 'v' },
  request_payment: { icon: HandCoins, keys: 'b' },
  reverse: { icon: Undo2, keys: 'j' },
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

/** Returns the actions that the server allows and the desk supports, in the desk's order. */
export const offered = (actions: readonly TripCommand[]): DeskAction[] => order.filter((one) => actions.includes(one))

export const lookOf = (action: DeskAction): ActionLook => deskActions[action]
