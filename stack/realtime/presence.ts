import type { Frame } from './frames.ts'
import { isObject } from './frames.ts'

/** What the presence of a channel needs from the channel. */
export interface PresenceHost {
  /** Returns whether the caller may be tracked (shown to others as present). */
  mayTrack(): Promise<boolean> | boolean
  track(payload: Record<string, unknown>): void
  untrack(): void
  reply(frame: Frame, status: 'ok' | 'error', response?: object): void
  /** Sends the client a message and ends the channel. */
  shutDown(message: string): void
}

const callsAllowed = 5
const windowMilliseconds = 30_000

/**
 * Creates the handler of a channel's `presence` frames: `track` with a payload, and `untrack`. As on a hosted project, more
 * than five frames in 30 seconds end the channel.
 */
export function createPresence(host: PresenceHost): (frame: Frame) => Promise<void> | undefined {
  let calls = 0
  let windowEnd = 0
  let last: string | null = null

  function isTooMany(): boolean {
    const now = performance.now()
    if (now > windowEnd) {
      windowEnd = now + windowMilliseconds
      calls = 0
    }
    calls += 1
    return calls > callsAllowed
  }

  function track(frame: Frame, allowed: boolean): void {
    const { payload = {} } = frame.payload
    if (!allowed) host.reply(frame, 'error')
    else if (!isObject(payload)) host.reply(frame, 'error', { reason: 'Presence track payload must be a map' })
    else {
      const text = JSON.stringify(payload)
      // Track only a payload that differs from the last one: an unchanged one would be sent to all members for nothing.
      const isNews = text !== last
      last = text
      host.reply(frame, 'ok')
      if (isNews) host.track(payload)
    }
  }

  function untrack(frame: Frame): void {
    last = null
    host.untrack()
    host.reply(frame, 'ok')
  }

  return (frame) => {
    const { event } = frame.payload
    if (typeof event !== 'string') host.reply(frame, 'ok')
    else if (isTooMany()) host.shutDown('Client presence rate limit exceeded')
    else if (event.toLowerCase() === 'track') {
      const allowed = host.mayTrack()
      if (typeof allowed !== 'boolean') return allowed.then((is) => track(frame, is))
      track(frame, allowed)
    } else if (event.toLowerCase() === 'untrack') untrack(frame)
    else host.reply(frame, 'error')
    return undefined
  }
}
