import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hurry } from './hurry.ts'

/** Maximum interval between lines (ms), so that a dead connection is noticed. */
const BEAT_MS = 15_000

/** Reports the speed of time to a page, now and after changes, as server-sent events. */
export function streamState(hurry: Hurry, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const tell = (): void => {
    response.write(`data: ${JSON.stringify(hurry.state())}\n\n`)
  }
  tell()
  const unwatch = hurry.watch(tell)
  const beat = setInterval(tell, BEAT_MS)
  request.once('close', () => {
    unwatch()
    clearInterval(beat)
  })
}
