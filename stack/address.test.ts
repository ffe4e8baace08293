import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'

describe('the address of a request', () => {
  it.each([
    ['/', undefined, 'http://127.0.0.1/'],
    ['/a/b?c=d', 'localhost:5173', 'http://localhost:5173/a/b?c=d'],
    ['/%zz', '[::1]:80', 'http://[::1]/%zz']
  ])('is that of %s at %s', (url, host, expected) => {
    expect(addressOf({ url, headers: host ? { host } : {} })?.href).toBe(expected)
  })

  it.each([
    ['//', 'x'],
    ['//evil.test/a', 'x'],
    ['', 'x'],
    ['*', 'x'],
    ['http://evil.test/', 'x'],
    ['/', 'bad host'],
    ['/', 'x/rest/v1?'],
    ['/', 'a@b'],
    ['/', 'x:99999'],
    ['/', '']
  ])('is unknown for %s at %s', (url, host) => {
    expect(addressOf({ url, headers: { host } })).toBeNull()
  })
})
