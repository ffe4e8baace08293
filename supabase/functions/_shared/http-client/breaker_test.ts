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

Deno.test('opens after so many failures within the window, and lets nobody through', () => {
  const { breaker, states } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  assertEquals([breaker.enter(), states], [null, ['open']])
})

Deno.test('failures that are further apart do not open it', () => {
  const { breaker, clock } = setUp()
  for (let i = 0; i < 9; i++) {
    clock.now += 60
    breaker.enter()?.fail()
  }
  assertEquals(breaker.state(), 'closed')
})

Deno.test('after a rest one request tries, and its success closes it', () => {
  const { breaker, clock, states } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  clock.now = 50
  const probe = breaker.enter()
  assertEquals([probe?.isProbe, breaker.enter()], [true, null])
  probe?.succeed()
  assertEquals(breaker.enter()?.isProbe, false)
  assertEquals(states, ['open', 'half-open', 'closed'])
})

Deno.test('its failure opens it anew, and it starts counting from nothing', () => {
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

Deno.test('a probe that learned nothing gives its place to the next', () => {
  const { breaker, clock } = setUp()
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  clock.now = 50
  breaker.enter()?.release()
  assertEquals(breaker.enter()?.isProbe, true)
})

Deno.test('who asks to be left alone is, for as long as asked', () => {
  const { breaker, clock } = setUp()
  breaker.enter()?.fail(1000)
  clock.now = 999
  assertEquals(breaker.enter(), null)
  clock.now = 1000
  assertEquals(breaker.enter()?.isProbe, true)
})

Deno.test('late answers to what was asked before change nothing', () => {
  const { breaker } = setUp()
  const [early, late] = [breaker.enter(), breaker.enter()]
  for (let i = 0; i < 3; i++) breaker.enter()?.fail()
  early?.succeed()
  late?.fail(1_000_000)
  assertEquals(breaker.state(), 'open')
})
