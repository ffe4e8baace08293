import { describe, expect, it } from 'vitest'
import { AppError, functionError, toAppError } from './errors'

const keyOf = (error: unknown) => toAppError(error).key

describe('the conversion to an AppError', () => {
  // Spec 7.13, 8.30
  it('keeps the key and hint of the database', () => {
    const error = toAppError({ code: 'PT409', message: 'booking_taken', hint: 'Another driver was faster' })
    expect(error).toMatchObject({ key: 'booking_taken', hint: 'Another driver was faster' })
    expect(keyOf({ code: 'PT422', message: 'deliveryDetailMissing' })).toBe('deliveryDetailMissing')
  })

  it('maps the codes of sign-in', () => {
    expect(keyOf({ name: 'AuthApiError', code: 'otp_expired', message: 'Token has expired or is invalid' })).toBe(
      'otp_expired'
    )
    expect(keyOf({ code: 'over_email_send_rate_limit', status: 429, message: 'x' })).toBe('too_many_requests')
    expect(keyOf({ code: 'PGRST301', message: 'JWT expired' })).toBe('not_logged_in')
  })

  // Spec 8.50
  it('distinguishes a lost network from a bug', () => {
    expect(keyOf(new TypeError('Failed to fetch'))).toBe('network_error')
    expect(keyOf({ name: 'FunctionsFetchError', message: 'Failed to send a request' })).toBe('network_error')
    expect(keyOf(new Error('x is not a function'))).toBe('unknown_error')
    expect(keyOf(undefined)).toBe('unknown_error')
  })

  it('returns an AppError unchanged', () => {
    const error = new AppError('select_proper')
    expect(toAppError(error)).toBe(error)
  })

  it("reads an edge function's response, even if it is not JSON", async () => {
    const answer = (body: string, status: number) => ({ context: new Response(body, { status }) })
    expect((await functionError(answer('{"code":"no_route_found","message":"no_route_found"}', 422))).key).toBe(
      'no_route_found'
    )
    expect((await functionError(answer('{"code":"no_route","message":"No Route Found"}', 422))).key).toBe('no_route')
    expect((await functionError(answer('<html>', 429))).key).toBe('too_many_requests')
  })
})
