export { closeAlarm } from './api'
export { SafetyButton } from './safety-button'
export { SosBlock } from './sos-block'
export { useKeptCall } from './use-kept-call'
