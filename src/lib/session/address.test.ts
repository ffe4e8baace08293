import { beforeEach, describe, expect, it } from 'vitest'
import { dropSessionFromAddress } from './address'

describe('dropSessionFromAddress', () => {
  beforeEach(() => window.history.replaceState(null, '', '/'))

  it('removes a session and an error from the fragment and keeps path and query', () => {
    for (const fragment of ['access_token=a&refresh_token=b', 'refresh_token=b', 'error=x&error_code=otp_expired']) {
      window.history.replaceState(null, '', `/trips?page=2#${fragment}`)
      dropSessionFromAddress()
      expect(window.location.href.replace(window.location.origin, '')).toBe('/trips?page=2')
    }
  })

  it('keeps other fragments', () => {
    window.history.replaceState(null, '', '/trips#main')
    dropSessionFromAddress()
    expect(window.location.hash).toBe('#main')
  })
})
