import { deviceStorage } from './device-storage'
import { drain, drainPhotos } from './drain'
import { refusalOf } from './refusal'
import { reportPositions } from './report'
import { noteMissed, sendDeed } from './send'
import { runShift } from './shift-store'

/** Takes up the queue of a driver until the returned function is called. All of its program is there by then: there may be no signal later. */
export const startShift = (driverId: string): (() => void) =>
  runShift(driverId, {
    open: deviceStorage,
    drain,
    drainPhotos,
    sendDeed,
    reportPositions,
    refusal: refusalOf,
    note: noteMissed
  })
