export {
  checkNobodyHas,
  checkReferrer,
  createAccount,
  deleteAccount,
  type NewAccount,
  setAccountEnabled
} from './accounts'
export { Avatar } from './avatar'
export { type Caller, type EarlierTrip, findCallers, getCaller, type OpenTrip } from './callers'
export { type DutyDriver, dutyDriversKey, useDutyDrivers } from './duty-drivers'
export { type PlacedDriver, useMapDrivers } from './map-drivers'
export { type FoundPerson, searchPeople } from './people'
export { PersonField } from './person-field'
export { personFilter } from './person-filter'
export type { Profile, Role } from './profile'
export { askProfileEarly, PaintedSession, SessionProvider, useReader, useSession } from './use-session'
export { useTableHost } from './use-table-host'
