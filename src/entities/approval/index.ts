export { AskSecond } from './ask-second'
export { PendingApprovals } from './pending-approvals'
