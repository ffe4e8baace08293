import { assertEquals } from '@std/assert'
import { createBreaker } from './breaker.ts'

function setUp() {
  const clock = { now: 0 }
  const states: string[] = []
  const breaker = createBreaker({ failures: 3, windowMs: 100, restMs: 50 }, {
    now: () => clock.now,
    onChange: (state) => states.push(state),
  })
  return { clock, states, breaker }
}

Deno.test('the circuit breaker opens after the configured number of failures within the window, and blocks all requests', () => {
  const { breaker, states } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  assertEquals([breaker.enter(), states], [null, ['open']])
})

Deno.test('failures further apart than the window do not open the circuit breaker', () => {
  const { breaker, clock } = setUp()
  for (let i = 0; i < 9; i++) {
    clock.now += 60
    breaker.enter()?.fail()
  }
  assertEquals(breaker.state(), 'closed')
})

Deno.test('after the pause one probe request is let through, and its success closes the circuit breaker', () => {
  const { breaker, clock, states } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  clock.now = 50
  const probe = breaker.enter()
  assertEquals([probe?.isProbe, breaker.enter()], [true, null])
  probe?.succeed()
  assertEquals(breaker.enter()?.isProbe, false)
  assertEquals(states, ['open', 'half-open', 'closed'])
})

Deno.test('a failed probe opens the circuit breaker again, and counting restarts at zero', () => {
  const { breaker, clock } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  clock.now = 50
  breaker.enter()?.fail()
  clock.now = 99
  assertEquals(breaker.enter(), null)
  clock.now = 100
  breaker.enter()?.succeed()
  for (let i = 0; i < 2; i++) breaker.enter()?.fail()
  assertEquals(breaker.state(), 'closed')
})

Deno.test('a probe without a result lets the next request be the probe', () => {
  const { breaker, clock } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  clock.now = 50
  breaker.enter()?.release()
  assertEquals(breaker.enter()?.isProbe, true)
})

Deno.test('a server’s requested pause is respected', () => {
  const { breaker, clock } = setUp()
  breaker.enter()?.fail(1000)
  clock.now = 999
  assertEquals(breaker.enter(), null)
  clock.now = 1000
  assertEquals(breaker.enter()?.isProbe, true)
})

Deno.test('late responses to requests from before the circuit breaker opened change nothing', () => {
  const { breaker } = setUp()
  const [early, late] = [breaker.enter(), breaker.enter()]
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  early?.succeed()
  late?.fail(1_000_000)
  assertEquals(breaker.state(), 'open')
})
