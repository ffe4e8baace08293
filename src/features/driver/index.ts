export { DrivePage } from './components/drive-page'
export { OnShift } from './components/on-shift'
export { useOwnPosition } from './hooks/use-position-pump'
