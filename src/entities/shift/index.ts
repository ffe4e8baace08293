export {
  type Conflict,
  type DriverAction,
  type ExtraKind,
  type Fix,
  PROBLEM_KINDS,
  type ProblemKind,
  type QueuedAction
} from './model'
export { isOvertaken, projectBooking, projectStatus } from './project'
export { reportPositions } from './report'
export {
  type ActionTrip,
  flushShift,
  forgetRefusal,
  keepFix,
  markSeen,
  queueAction,
  queueActions,
  queueExtra,
  type ShiftState
} from './shift-store'
export { startShift } from './start-shift'
export { useShift } from './use-shift'
