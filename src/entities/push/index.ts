export { PushAsk } from './push-ask'
export { PushSwitch } from './push-switch'
export { useKeepPush } from './use-keep-push'
export { pushKey } from './use-push'
