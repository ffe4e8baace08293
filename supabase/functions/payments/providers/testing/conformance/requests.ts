/** Checks of the conformance tests on what an adapter sends: its requests, and where it sends the browser. */
import { assert, assertEquals } from '@std/assert'
import type { Adapter } from '../../types.ts'
import type { Asked, Expected, Fixture } from '../simulation.ts'

/** Checks that the next step uses https and only an origin that the adapter lists in `origins`. */
export function assertGoesTo({ origins }: Adapter, next: ReturnType<Fixture['creates']>['next']): void {
  if (next.kind === 'test') return
  const url = new URL(next.kind === 'form' ? next.action : next.kind === 'client' ? next.script : next.url)
  assertEquals(url.protocol, 'https:')
  const allowed = next.kind === 'client' ? origins.script : origins.form
  assert(allowed?.some((origin) => isOrigin(url, origin)), `${url.origin} is among the origins of a ${next.kind}`)
}

const isOrigin = (url: URL, origin: string): boolean =>
  origin === url.origin || origin.startsWith('https://*.') && url.hostname.endsWith(origin.slice('https://*'.length))

export function assertRequests(asked: readonly Asked[], expected: readonly Expected[]): void {
  const plain = asked.map(({ method, url, headers, json, form }, index) => {
    const asks = expected[index]
    return {
      method,
      url: url.href,
      ...(asks?.headers && {
        headers: Object.fromEntries(Object.keys(asks.headers).map((name) => [name, headers.get(name)])),
      }),
      ...((asks?.json !== undefined || json !== null) && { json }),
      ...((asks?.form || form.size > 0) && { form: Object.fromEntries(form) }),
    }
  })
  assertEquals(plain, expected.map((one) => ({ ...one, url: new URL(one.url).href })))
}
