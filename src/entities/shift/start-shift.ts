import { deviceStorage } from './device-storage'
import { drain, drainPhotos } from './drain'
import { depsOf } from './drain-deps'
import { keepClock } from './kept-clock'
import { refusalOf } from './refusal'
import { reportPositions } from './report'
import { noteMissed, sendAction, sendTogether } from './send'
import { runShift } from './shift-store'

const tools = {
  open: deviceStorage,
  drain,
  drainPhotos,
  depsOf,
  sendAction,
  sendTogether,
  reportPositions,
  refusal: refusalOf,
  note: noteMissed
}

/**
 * Runs a driver's queue until the returned function is called. This file imports all code of the queue, because there may be no
 * signal to load it later.
 */
export function startShift(driverId: string): () => void {
  const forgetClock = keepClock()
  const stop = runShift(driverId, tools)
  return () => {
    stop()
    forgetClock()
  }
}
