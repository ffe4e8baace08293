export { OnShift } from './components/on-shift'
export { OwnOffers } from './components/own-offers'
export { useLostPosition, useOwnPosition } from './hooks/use-position-pump'
export { DrivePage } from './page'
