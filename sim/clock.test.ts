import { expect, it } from 'vitest'
import { createAppClock } from './client/clock.ts'

/** A server whose clock is advanced every 250 ms, and a client that reads its responses. */
function play(hear: { every: number; jitter: number }) {
  let wall = 1_800_000_000_000
  let app = wall
  let speed = 1
  const clock = createAppClock(() => wall)
  return {
    clock,
    error: () => clock.now() - app,
    run(seconds: number, at: number) {
      speed = at
      for (let ms = 0; ms < seconds * 1000; ms += 50) {
        wall += 50
        app += 50
        if (ms % 250 === 0) app += 250 * (speed - 1)
        if (ms % hear.every === 0) clock.hear(new Date(Math.floor((app - hear.jitter) / 1000) * 1000).toUTCString())
      }
    }
  }
}

it.each([1, 4, 16])('the simulator’s clock follows a server at %i times the speed', (speed) => {
  const world = play({ every: 200, jitter: 5 })
  world.run(8, speed)
  expect(world.clock.rate()).toBe(speed)
  expect(Math.abs(world.error())).toBeLessThan(500 + 4200 * (speed / 16))
})

it('the simulator’s clock notices changes of the speed, up and down', () => {
  const world = play({ every: 200, jitter: 5 })
  for (const speed of [1, 16, 4, 1, 16]) {
    world.run(10, speed)
    expect(world.clock.rate()).toBe(speed)
  }
})

it('the simulator’s clock continues without responses', () => {
  const world = play({ every: 200, jitter: 5 })
  world.run(10, 1)
  const before = world.error()
  const quiet = play({ every: 60_000, jitter: 0 })
  quiet.run(30, 1)
  expect(Math.abs(before)).toBeLessThan(1000)
  expect(Math.abs(quiet.error())).toBeLessThan(1500)
})
