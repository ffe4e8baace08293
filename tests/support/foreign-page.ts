import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a foreign site, such as a victim may visit: it serves an empty page under every host name of this machine. */
export async function openForeignSite(): Promise<{ port: number; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Foreign</title><body></body>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** What the foreign page knows. It even has the secret key, which a real foreign page cannot have. */
export interface Target {
  api: string
  inbox: string
  /** Origins that serve the app, built and in development. */
  webs: string[]
  /** The database's address as an HTTP URL. */
  database: string | null
  secret: string
  /** The demo's nonce in the page of the development server. */
  nonce: string
}

/**
 * Runs in the foreign page, so it contains everything that it needs: it sends every kind of request that a page can. Returns
 * the attempts that succeeded, without those that the browser or the stack refused.
 */
export async function attack({ api, inbox, webs, database, secret, nonce }: Target): Promise<string[]> {
  const got: string[] = []
  const longest = 5000
  const everywhere = [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const keys = [secret, secret.replace('_', '%5F'), secret.replace('s', '%73'), everywhere]
  const rows = `${api}/rest/v1/profiles?select=id,email&limit=1`
  const reasons = `${api}/rest/v1/cancel_reasons`
  const socket = `${api.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0`
  const row = JSON.stringify({ label: 'Foreign' })
  const person = JSON.stringify({ person: 'admin@hackney.test' })
  const mail = JSON.stringify({ To: [{ Email: 'rider@hackney.test' }], Subject: '123456', Text: 'foreign' })

  const ask = async (url: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(longest) }).catch(() => null)
    if (answer?.ok) got.push(`${init.method ?? 'GET'} ${url} ${JSON.stringify(init.headers ?? {})}`)
  }
  const open = (url: string, protocols: string[] = []): Promise<void> =>
    new Promise((resolve) => {
      const opening = new WebSocket(url, protocols)
      opening.onopen = () => got.push(`socket ${url} ${protocols}`)
      opening.onclose = () => resolve()
      setTimeout(() => opening.close(), longest)
    })
  const embed = (tag: 'script' | 'img' | 'link' | 'iframe', url: string): Promise<void> =>
    new Promise((resolve) => {
      const element = document.createElement(tag)
      element.addEventListener('load', () => {
        // Do not count a frame here: a blocked one loads the browser's own error page, so the test checks its content.
        if (tag !== 'iframe') got.push(`${tag} ${url}`)
        resolve()
      })
      element.addEventListener('error', () => resolve())
      setTimeout(resolve, longest)
      Object.assign(element, tag === 'link' ? { rel: 'stylesheet', href: url } : { src: url })
      document.body.append(element)
    })
  const post = (action: string, enctype: string, text: string): Promise<void> =>
    new Promise((resolve) => {
      const name = `form ${document.forms.length} of ${action}`
      const frame = Object.assign(document.createElement('iframe'), { name })
      const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype, target: name })
      // With the type text/plain, name and value of this field together form one JSON text.
      form.append(Object.assign(document.createElement('input'), { name: `${text.slice(0, -1)},"x":"`, value: '"}' }))
      document.body.append(frame, form)
      frame.addEventListener('load', () => resolve())
      setTimeout(resolve, longest)
      form.submit()
    })

  const byKey = keys.flatMap((key) => [
    ask(`${rows}&apikey=${key}`),
    ask(`${reasons}?apikey=${key}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: row }),
    ask(`${reasons}?apikey=${key}`, { method: 'POST', mode: 'no-cors', body: row }),
    ask(`${api}/auth/v1/admin/users?apikey=${key}`),
    ask(`${api}/storage/v1/bucket?apikey=${key}`),
    ask(`${api}/functions/v1/notifications/send?apikey=${key}`, { method: 'POST' }),
    open(`${socket}&apikey=${key}`),
    open(`${socket}&%61pikey=${key}`)
  ])
  const byHeader = ['apikey', 'ApiKey', 'x-api-key', 'authorization'].flatMap((name) =>
    [secret, `Bearer ${secret}`, `bearer ${secret}`].map((value) => ask(rows, { headers: { [name]: value } }))
  )
  const atInbox = [
    ...['/', '/api/v1/messages', '/api/v1/message/latest', '/events'].map((path) => ask(inbox + path)),
    ask(`${inbox}/api/v1/send`, { method: 'POST', body: mail }),
    ask(`${inbox}/api/v1/send`, { method: 'POST', mode: 'no-cors', body: mail }),
    ask(`${inbox}/api/v1/messages`, { method: 'DELETE' })
  ]
  const atWebs = webs.flatMap((web) => [
    ...['/', '/env.js', '/src/main.tsx', '/@vite/client', '/region/region.json'].map((path) => ask(web + path)),
    ...['vite-hmr', 'vite-ping'].map((protocol) => open(web.replace('http', 'ws'), [protocol])),
    ...['application/json', 'text/plain'].flatMap((type) => [
      ask(`${web}/demo/person`, {
        method: 'POST',
        headers: { 'content-type': type, 'x-hackney-demo': nonce },
        body: person
      }),
      ask(`${web}/demo/person`, { method: 'POST', mode: 'no-cors', headers: { 'content-type': type }, body: person })
    ])
  ])
  const atDatabase = database
    ? [
        ask(database),
        ask(database, { method: 'POST', mode: 'no-cors', body: 'drop table public.cancel_reasons;' }),
        open(database.replace('http', 'ws'))
      ]
    : []
  await Promise.all([...byKey, ...byHeader, open(socket, [secret]), ...atInbox, ...atWebs, ...atDatabase])

  const types = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']
  await Promise.all(
    types.flatMap((type) => [
      post(`${inbox}/api/v1/send`, type, mail),
      ...keys.map((key) => post(`${reasons}?apikey=${key}`, type, row)),
      ...webs.flatMap((web) => [post(web, type, row), post(`${web}/demo/person`, type, person)])
    ])
  )
  await Promise.all([
    ...[`${inbox}/app.js`, `${inbox}/api/v1/messages`].map((url) => embed('script', url)),
    embed('img', `${inbox}/api/v1/message/latest`),
    embed('link', `${inbox}/app.css`),
    ...webs.flatMap((web) => [embed('script', `${web}/env.js`), embed('img', `${web}/icon.svg`)]),
    ...keys.map((key) => embed('script', `${rows}&apikey=${key}`)),
    ...[inbox, ...webs, ...webs.map((web) => `${web}/demo/person`)].map((url) => embed('iframe', url))
  ])
  if ('__HACKNEY_ENV__' in window) got.push('env.js ran')
  return got
}
