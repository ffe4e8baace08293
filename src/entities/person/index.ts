export {
  checkNobodyHas,
  checkReferrer,
  createAccount,
  deleteAccount,
  type NewAccount,
  setEmail
} from './accounts'
export { Avatar } from './avatar'
export {
  type Caller,
  type EarlierTrip,
  findCallers,
  findKnownCallers,
  getCaller,
  type KnownCaller,
  type OpenTrip
} from './callers'
export type { ContactKind } from './contact-change'
export { ContactCode } from './contact-code'
export { type DutyDriver, dutyDriversKey, useDutyDrivers } from './duty-drivers'
export { useMapDrivers } from './map-drivers'
export { saveOwnDetails } from './own-details'
export { type FoundPerson, findPeople, searchPeople, useFoundPeople } from './people'
export { useHolds, useReadsEarnings } from './permissions'
export { PersonField } from './person-field'
export { personFilter } from './person-filter'
export type { Profile, Role } from './profile'
export { confirmStaff, editPerson, removeSecondFactor, setApproved, setStaffRole } from './staff-commands'
export {
  type DriverFacts,
  getStaffPerson,
  listStaffPeople,
  type PapersState,
  type StaffPerson,
  type Standing,
  staffName,
  staffPersonKey,
  standingOf,
  useStaffPerson
} from './staff-list'
export { useContactChange } from './use-contact-change'
export { useIsEmployed } from './use-is-employed'
export { usePersonPath } from './use-person-path'
export {
  askProfileEarly,
  type MissingFactor,
  PaintedSession,
  SessionProvider,
  useReader,
  useSession
} from './use-session'
export { useTableHost } from './use-table-host'
