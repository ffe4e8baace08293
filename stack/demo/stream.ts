import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SpeedControl } from './speed.ts'

/** Maximum interval between lines (ms): writing regularly shows when a connection is dead. */
const BEAT_MS = 15_000

/** Reports the speed of time to a page, now and after changes, as server-sent events. */
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
