import { expect, it } from 'vitest'
import { isKnown, productContract } from './contract.ts'
import { createQuotas, limitsOf, type Place } from './quotas.ts'

function place(address: string): Place & { isCut: boolean } {
  return {
    address,
    isCut: false,
    cut() {
      this.isCut = true
    }
  }
}

it('the oldest connection without a person is closed to make room, only at the same address', () => {
  const quotas = createQuotas(limitsOf({ strangersPerAddress: 2 }))
  const [first, second, third, elsewhere] = [place('a'), place('a'), place('a'), place('b')]
  for (const one of [first, second, elsewhere, third]) quotas.enter(one)
  expect([first, second, third, elsewhere].map(({ isCut }) => isCut)).toEqual([true, false, false, false])
  expect(quotas.own(second, 'ann')).toBe(true)
  const fourth = place('a')
  quotas.enter(fourth)
  expect([second, third, fourth].some(({ isCut }) => isCut)).toBe(false)
})

it('a person has a share of all connections, and closing one frees a place', () => {
  const quotas = createQuotas(limitsOf({ clients: 3, clientsPerPerson: 2 }))
  const [one, two, three, four, five] = [place('a'), place('a'), place('a'), place('a'), place('a')]
  expect([quotas.own(one, 'ann'), quotas.own(two, 'ann'), quotas.own(three, 'ann')]).toEqual([true, true, false])
  expect(quotas.own(one, 'ann')).toBe(true)
  expect([quotas.own(four, 'bob'), quotas.own(five, 'cem')]).toEqual([true, false])
  quotas.leave(one)
  quotas.leave(one)
  expect([quotas.own(three, 'ann'), quotas.own(five, 'cem')]).toEqual([true, false])
})

it('messages and joins are counted separately for each person', () => {
  const quotas = createQuotas(limitsOf({ eventsPerSecond: 1, joinsPerSecond: 1 }))
  expect([quotas.takeEvent('ann'), quotas.takeEvent('ann'), quotas.takeEvent('bob')]).toEqual([true, false, true])
  expect([quotas.takeJoin('ann'), quotas.takeJoin('ann'), quotas.takeJoin('bob')]).toEqual([true, false, true])
})

it('clients can only send positions, within limits', () => {
  const sends = (topic: string, event: unknown, payload: unknown) => isKnown(productContract, topic, event, payload)
  const here = { lat: 47.1, lng: 9.5, heading: null, at: Date.now() }
  expect(sends('position:1:key', 'position', here)).toBe(true)
  expect(sends('position:1:key', 'position', { lat: 47.1, lng: 9.5 })).toBe(true)
  for (const payload of [
    null,
    [],
    'x',
    {},
    new Uint8Array(8),
    { ...here, lat: '47' },
    { ...here, lat: 91 },
    { ...here, lng: Number.NaN },
    { ...here, heading: 361 },
    { ...here, at: 1e300 },
    { ...here, text: 'call me' },
    { ...here, constructor: 1 }
  ]) {
    expect(sends('position:1:key', 'position', payload), JSON.stringify(payload)).toBe(false)
  }
  for (const [topic, event] of [
    ['position:1:key', 'status'],
    ['position:1:key', 'toString'],
    ['position:1:key', 7],
    ['booking:1', 'status'],
    ['constructor', 'name'],
    ['', '']
  ] as const) {
    expect(sends(topic, event, here), `${topic} ${event}`).toBe(false)
  }
})
