import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { distance } from '../supabase/functions/_shared/region/mod.ts'
import { hashOf, isOnShift, makeAgenda } from './agenda.ts'
import { driverRoles, kinds, reserve, riderRoles } from './cast.ts'
import { loadWorld } from './world.ts'

const root = join(import.meta.dirname, '..')
const world = await loadWorld(join(root, 'region'))
const agenda = makeAgenda('one', world)

it('the agenda is the same for the same seed, for each person and as a whole', () => {
  const again = makeAgenda('one', world)
  expect(hashOf(again)).toBe(hashOf(agenda))
  expect(again.drivers.map(hashOf)).toEqual(agenda.drivers.map(hashOf))
})

it('the agenda differs for another seed', () => {
  const other = makeAgenda('two', world)
  expect(hashOf(other)).not.toBe(hashOf(agenda))
  expect(new Set([...other.riders, ...agenda.riders].map(hashOf)).size).toBe(2 * riderRoles.length)
})

it('the agenda uses the seed’s people and cars, and leaves four accounts to visitors', () => {
  const seed = readFileSync(join(root, 'supabase/seed.sql'), 'utf8')
  for (const { email, kind } of driverRoles) {
    expect(seed).toContain(`'${email}'`)
    const n = 400 + Number(/\d+/.exec(email)?.[0])
    const car = Number(new RegExp(`\\(${n}, (\\d), '`).exec(seed)?.[1])
    const name = new RegExp(`'0c000000-0000-4000-8000-00000000000${car}', '([^']+)'`).exec(seed)?.[1]
    expect(kind).toBe(name)
  }
  const cast = [...driverRoles, ...riderRoles].map(({ email }) => email)
  for (const email of ['driver@', 'rider@', 'fleet@', 'admin@']) expect(cast).not.toContain(`${email}hackney.test`)
})

it.each(Array.from({ length: 24 }, (_, hour) => [hour]))(
  'the agenda keeps more drivers of each kind on duty than it leaves free, at %i o’clock',
  (hour) => {
    for (const kind of kinds) {
      const onDuty = agenda.drivers.filter((driver) => driver.kind === kind && isOnShift(driver, hour * 3600))
      expect(onDuty.length).toBeGreaterThanOrEqual(reserve[kind])
    }
  }
)

it('the agenda has drivers of every kind at work from its first minute, one of them in the centre', () => {
  const [middle] = world.stands
  for (const kind of kinds) {
    const first = agenda.drivers.filter((driver) => driver.kind === kind && driver.isFirst)
    expect(first.some(({ stand }) => middle && distance(stand, middle) < 1)).toBe(true)
  }
})

it('the agenda’s rides are between places that a road connects', () => {
  for (const { rides } of agenda.riders) {
    for (const { pickup, drop } of rides) expect(world.way([pickup, drop])?.metres).toBeGreaterThan(500)
  }
})

it('the agenda gives no rider two rides at once', () => {
  for (const { rides } of agenda.riders) {
    for (const [index, { at }] of rides.entries()) expect(at - (rides[index - 1]?.at ?? -3600)).toBeGreaterThan(1200)
  }
})
