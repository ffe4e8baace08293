export {
  type Conflict,
  type Deed,
  type ExtraKind,
  type Fix,
  PROBLEM_KINDS,
  type ProblemKind,
  type QueuedDeed
} from './model'
export { projectStatus } from './project'
export { reportPositions } from './report'
export { doDeed, flushShift, forgetRefusal, keepFix, markSeen } from './shift-store'
export { startShift } from './start-shift'
export { useShift } from './use-shift'
