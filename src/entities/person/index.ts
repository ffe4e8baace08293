export { Avatar } from './avatar'
export { type DutyDriver, useDutyDrivers } from './duty-drivers'
export type { Profile, Role } from './profile'
export { SessionProvider, useSession } from './use-session'
