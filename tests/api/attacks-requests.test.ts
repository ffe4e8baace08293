import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

/** Sends a raw request that no HTTP client would send, and returns the first line of the response. */
function send(base: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
  })
}

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13'
]

it.each([
  ['//', 'x', upgrade],
  ['/realtime/v1//', 'x', upgrade],
  ['/realtime/v1//websocket', 'x', upgrade],
  ['*', 'x', upgrade],
  ['//', 'x', ['Connection: close']],
  ['/rest/v1/settings', 'bad host', ['Connection: close']],
  ['/rest/v1/settings', 'x/auth/v1?', ['Connection: close']]
])('%s at %s is refused, and the server continues', async (target, host, headers) => {
  expect(await send(env.SUPABASE_URL, [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers])).toMatch(/ 40[03] /)
  expect(await send(env.INBOX_URL, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])).toMatch(
    / 40[03] /
  )
  expect((await fetch(env.SUPABASE_URL)).status).toBe(200)
})

it('a web page cannot post mails into the inbox', async () => {
  const response = await fetch(`${env.INBOX_URL}/api/v1/send`, {
    method: 'POST',
    headers: { origin: 'http://evil.test', 'content-type': 'text/plain' },
    body: JSON.stringify({ To: [{ Email: 'rider@hackney.test' }], Subject: '123456', Text: 'x' })
  })
  expect(response.status).toBe(403)
})
