import { expect, it } from 'vitest'
import { Refusal } from './client/api.ts'
import { reportFailures } from './failures.ts'

function reporting() {
  const said: string[] = []
  const say = (level: string) => (event: string, fields?: Record<string, unknown>) => {
    said.push(`${level} ${event} ${fields?.error}`)
  }
  const report = reportFailures({ info: say('info'), warn: say('warn'), error: say('error') })
  return { said, fail: (error: unknown) => report({ name: 'driver2@hackney.test' }, error) }
}

it('a failed step is logged, and the same failure at most once in 30 seconds', () => {
  const { said, fail } = reporting()
  for (let time = 0; time < 3; time++) fail(new Refusal(500, 'unknown_error', ''))
  fail(new TypeError('x is not a function'))
  expect(said).toEqual(['warn city.stumbled Error: unknown_error', 'warn city.stumbled TypeError: x is not a function'])
})

it('a lost race is not logged as a failure', () => {
  const { said, fail } = reporting()
  for (const status of [404, 409, 410]) fail(new Refusal(status, 'booking_taken', ''))
  expect(said).toEqual([])
})

it('an overloaded server is noted, but not as a fault', () => {
  const { said, fail } = reporting()
  fail(new Refusal(503, 'server_busy', ''))
  fail(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  expect(said).toEqual([
    'info city.waited Error: server_busy',
    'info city.waited TimeoutError: The operation was aborted due to timeout'
  ])
})
