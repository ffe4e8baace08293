import { expect, it } from 'vitest'
import { originOf } from './origins'

it.each([
  ['https://hotel.example', 'https://hotel.example'],
  [' hotel.example/rooms?id=1#top ', 'https://hotel.example'],
  ['HTTPS://Hotel.Example:443/', 'https://hotel.example'],
  ['https://hotel.example:8443', 'https://hotel.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:8080/x', 'http://localhost:8080'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000']
])('the origin of %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})

it.each([
  '',
  '*',
  'https://*.hotel.example',
  'http://hotel.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://a b.example',
  "https://hotel.example; script-src 'unsafe-inline'",
  'https://user:secret@hotel.example',
  'https://[::1]',
  'null',
  "'self'"
])('%s is not the origin of a site', (typed) => {
  // A single word is a host name in a local network.
  expect(originOf(typed)).toBe(typed === 'null' ? 'https://null' : null)
})
