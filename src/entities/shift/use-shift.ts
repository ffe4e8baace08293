import { useSyncExternalStore } from 'react'
import { type ShiftState, shiftState, subscribeShift } from './shift-store'

/** The state of the queue, including refused actions. */
export const useShift = (): ShiftState => useSyncExternalStore(subscribeShift, shiftState)
