import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hurry } from './hurry.ts'

/** A line at least this often (ms), so that a connection which nobody holds any more is noticed. */
const BEAT_MS = 15_000

/** Tells a page how fast time goes, and again whenever that changes, as server-sent events. */
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
