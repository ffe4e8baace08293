/** The visible state of an upload (section 4 of the specification). It is `pausing` until the chunk under way has stopped. */
export type UploadState = 'running' | 'pausing' | 'paused' | 'success' | 'canceled' | 'error'

export type UploadEvent = 'pause' | 'stopped' | 'resume' | 'cancel' | 'succeed' | 'fail'

const steps: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  running: { pause: 'pausing', cancel: 'canceled', succeed: 'success', fail: 'error' },
  // The upload may also succeed while pausing: the last chunk may arrive before it can be stopped.
  pausing: { stopped: 'paused', cancel: 'canceled', succeed: 'success', fail: 'error' },
  paused: { resume: 'running' },
  success: {},
  canceled: {},
  error: {}
}

/** The state after an event; null if the event is not allowed. */
export const after = (state: UploadState, event: UploadEvent): UploadState | null => steps[state][event] ?? null
