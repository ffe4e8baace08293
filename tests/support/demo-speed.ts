import type { StackEnv } from './stack.ts'

/** Sets the speed of the demo's time as the demo bar does: with the nonce of the served page. */
export async function setDemoSpeed({ WEB_URL = '' }: StackEnv, speed: 1 | 4 | 16): Promise<void> {
  const page = await (await fetch(WEB_URL)).text()
  const nonce = /name="hackney-demo" content="([^"]+)"/.exec(page)?.[1]
  if (!nonce) throw new Error('the page has no demo bar')
  const headers = { 'content-type': 'application/json', origin: WEB_URL, 'x-hackney-demo': nonce }
  const response = await fetch(`${WEB_URL}/demo/speed`, { method: 'POST', headers, body: JSON.stringify({ speed }) })
  if (!response.ok) throw new Error(`/demo/speed answered ${response.status}`)
}
