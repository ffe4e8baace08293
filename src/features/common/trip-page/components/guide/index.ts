export { GuideBar } from './guide-bar'
export { VoiceSwitch } from './voice-switch'
