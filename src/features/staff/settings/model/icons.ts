import {
  Banknote,
  CarFront,
  ChartColumn,
  CircleSlash,
  Download,
  ExternalLink,
  HandCoins,
  House,
  Info,
  type LucideIcon,
  MapPinned,
  MessageSquare,
  Scale,
  Send,
  Ticket,
  User,
  UsersRound,
  Wallet
} from 'lucide-react'
import type { GroupId } from './fields'

/** The icon of each group. Other parts of the portal use these icons too, so they add nothing to download. */
export const icons: Record<GroupId, LucideIcon> = {
  money: Banknote,
  booking: Ticket,
  fares: ChartColumn,
  cancelling: CircleSlash,
  dispatch: MapPinned,
  drivers: CarFront,
  wallets: Wallet,
  referral: HandCoins,
  control: Scale,
  sign_in: User,
  texts: MessageSquare,
  embedding: ExternalLink,
  demo: Info,
  company: House,
  contact: Send,
  social: UsersRound,
  stores: Download
}
