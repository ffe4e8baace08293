import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SpeedControl } from './speed.ts'

/** Largest interval between two lines (ms): a dead connection is only noticed when something is written. */
const BEAT_MS = 15_000

/** Sends the state of the speed control to a page as server-sent events: now, and after each change. */
export function streamState(control: SpeedControl, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (): void => {
    response.write(`data: ${JSON.stringify(control.state())}\n\n`)
  }
  send()
  const unwatch = control.watch(send)
  const beat = setInterval(send, BEAT_MS)
  request.once('close', () => {
    unwatch()
    clearInterval(beat)
  })
}
