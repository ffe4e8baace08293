import { useSyncExternalStore } from 'react'
import { type ShiftState, shiftState, subscribeShift } from './shift-store'

/** The queue, and the refused actions. */
export const useShift = (): ShiftState => useSyncExternalStore(subscribeShift, shiftState)
