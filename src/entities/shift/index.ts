export {
  type Conflict,
  type Deed,
  type ExtraKind,
  type Fix,
  PROBLEM_KINDS,
  type ProblemKind,
  type QueuedDeed
} from './model'
export { projectBooking, projectStatus } from './project'
export { reportPositions } from './report'
export { type DeedTrip, doDeed, doDeeds, flushShift, forgetRefusal, keepFix, markSeen } from './shift-store'
export { startShift } from './start-shift'
export { useShift } from './use-shift'
