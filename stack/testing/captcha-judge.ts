import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A judge of captchas on this machine, in place of the provider's. */
export interface CaptchaJudge {
  url: string
  /** The tokens that it was asked about, in order. */
  asked: string[]
  /** What it answers in place of a judgement; null for none. `late` keeps requests open until `release`. */
  fault: 'silent' | 'no JSON' | 'late' | null
  /** Closes the requests that are open. */
  release(): void
  stop(): Promise<void>
}

/** Starts a judge. It accepts each token that begins with `human-` once, as the providers do, if the secret is `secret`. */
export async function startCaptchaJudge(secret: string): Promise<CaptchaJudge> {
  const judge: CaptchaJudge = { url: '', asked: [], fault: null, release, stop }
  const open = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const token = form.get('response') ?? ''
    const wasUsed = judge.asked.includes(token)
    judge.asked.push(token)
    if (judge.fault === 'silent') return response.destroy()
    if (judge.fault === 'late') return void open.add(response)
    if (judge.fault === 'no JSON') return response.end('<html>')
    const errors = [
      ...(form.get('secret') === secret ? [] : ['invalid-input-secret']),
      ...(token.startsWith('human-') ? [] : ['invalid-input-response']),
      ...(wasUsed ? ['timeout-or-duplicate'] : [])
    ]
    response.end(JSON.stringify({ success: errors.length === 0, 'error-codes': errors }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  judge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  function release(): void {
    for (const response of open) response.destroy()
    open.clear()
  }
  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return judge
}
