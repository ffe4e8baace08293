export { Avatar } from './avatar'
export type { Profile, Role } from './profile'
export { SessionProvider, useSession } from './use-session'
