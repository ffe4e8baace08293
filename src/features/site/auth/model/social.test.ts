import { expect, it } from 'vitest'
import { signInAnswer } from './social'

it.each([
  ['', null],
  ['?next=%2Fwallet', null],
  ['?error=access_denied&error_code=access_denied', 'cancelled'],
  ['?error=invalid_request&error_code=provider_email_needs_verification', 'unverified'],
  ['?error=server_error&error_code=unexpected_failure', 'failed']
])('a social network’s result "%s" is shown as %s', (search, word) => {
  expect(signInAnswer(search)).toBe(word)
})
