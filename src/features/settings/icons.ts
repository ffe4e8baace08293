import {
  AppWindow,
  Banknote,
  CarFront,
  CircleSlash,
  Coins,
  FlaskConical,
  Gift,
  IdCard,
  LogIn,
  type LucideIcon,
  Mail,
  Radar,
  Route,
  Share2,
  ShieldCheck,
  Store
} from 'lucide-react'
import type { GroupId } from './fields'

export const icons: Record<GroupId, LucideIcon> = {
  money: Coins,
  booking: CarFront,
  fares: Route,
  cancelling: CircleSlash,
  dispatch: Radar,
  drivers: IdCard,
  wallets: Banknote,
  referral: Gift,
  control: ShieldCheck,
  sign_in: LogIn,
  demo: FlaskConical,
  company: AppWindow,
  contact: Mail,
  social: Share2,
  stores: Store
}
