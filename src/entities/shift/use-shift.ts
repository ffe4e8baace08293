import { useSyncExternalStore } from 'react'
import { type ShiftState, shiftState, subscribeShift } from './shift-store'

/** What waits to be sent, and what was not counted. */
export const useShift = (): ShiftState => useSyncExternalStore(subscribeShift, shiftState)
