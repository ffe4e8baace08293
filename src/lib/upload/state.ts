/**
 * The visible state of an upload (section 4 of the specification). It is `pausing` until the current request has been aborted.
 */
export type UploadState = 'running' | 'pausing' | 'paused' | 'success' | 'canceled' | 'error'

export type UploadEvent = 'pause' | 'stopped' | 'resume' | 'cancel' | 'succeed' | 'fail'

const steps: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  running: { pause: 'pausing', cancel: 'canceled', succeed: 'success', fail: 'error' },
  // An upload can also succeed while it is pausing: its last chunk may arrive before it can be stopped.
  pausing: { stopped: 'paused', cancel: 'canceled', succeed: 'success', fail: 'error' },
  paused: { resume: 'running' },
  success: {},
  canceled: {},
  error: {}
}

/** Returns the state after an event; null if the event is not allowed in this state. */
export const after = (state: UploadState, event: UploadEvent): UploadState | null => steps[state][event] ?? null
