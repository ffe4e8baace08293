export { Avatar } from './avatar'
export { type DutyDriver, useDutyDrivers } from './duty-drivers'
export type { Profile, Role } from './profile'
export { askProfileEarly, PaintedSession, SessionProvider, useReader, useSession } from './use-session'
