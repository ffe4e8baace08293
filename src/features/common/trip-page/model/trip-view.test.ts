import { describe, expect, it } from 'vitest'
import { type BookingStatus, STATUSES } from '@/entities/booking'
import { type TripFacts, tripView } from './trip-view'

const facts = (status: BookingStatus, more: Partial<TripFacts> = {}): TripFacts => ({
  status,
  party: 'rider',
  otpSecure: true,
  isDelivery: false,
  isReturning: false,
  isScheduled: false,
  hasRated: false,
  hasTerms: false,
  paysCash: true,
  due: 'cash',
  isEarly: false,
  hasStopAhead: false,
  unconfirmedStep: null,
  actions: [],
  ...more
})

describe('what a rider sees', () => {
  it('shows the search while no driver has accepted', () => {
    expect(tripView(facts('NEW'))).toMatchObject({ title: 'rider.new', blocks: ['search', 'route'], secondary: [] })
  })

  it('shows no search before the lead time of a scheduled ride', () => {
    const view = tripView(facts('NEW', { isScheduled: true }))
    expect(view).toMatchObject({ title: 'rider.scheduled', blocks: ['route'] })
  })

  it('shows driver and code until the ride starts, and no code if none is required', () => {
    expect(tripView(facts('ACCEPTED')).blocks).toEqual(['route_change', 'person', 'code', 'route'])
    expect(tripView(facts('ARRIVED', { otpSecure: false })).blocks).toEqual(['route_change', 'person', 'route'])
    expect(tripView(facts('STARTED')).blocks).not.toContain('code')
  })

  it('shows the code of a parcel until it is handed over', () => {
    expect(tripView(facts('STARTED', { isDelivery: true })).blocks).toContain('code')
  })

  it('says that a parcel is returning, which needs no code, and that it was returned', () => {
    const back = { isDelivery: true, isReturning: true }
    expect(tripView(facts('STARTED', back)).blocks).toEqual(['returning', 'progress', 'person', 'route'])
    expect(tripView(facts('PAID', back)).blocks[0]).toBe('returning')
    expect(tripView(facts('STARTED', { ...back, party: 'driver' })).blocks).not.toContain('code')
  })

  it('names cash only where it was chosen', () => {
    expect(tripView(facts('PENDING', { actions: ['pay_with_wallet'] }))).toMatchObject({
      ...{ title: 'rider.pending', primary: null, secondary: ['pay_with_wallet'] },
      blocks: ['cash', 'person', 'receipt']
    })
    for (const due of ['charging', 'asked', 'unknown'] as const)
      expect(tripView(facts('PENDING', { due })).blocks).toEqual(['person', 'receipt'])
  })

  it('offers to pay by wallet or card, except while the card is being charged or that is not known', () => {
    const may = { actions: ['chat', 'pay_with_wallet', 'pay_in_cash'] } as const
    expect(tripView(facts('PENDING', { ...may, due: 'asked' }))).toMatchObject({
      ...{ title: 'rider.to_pay', primary: 'pay_with_wallet', secondary: [] }
    })
    expect(tripView(facts('PENDING', { ...may, due: 'confirm' }))).toMatchObject({
      ...{ title: 'rider.to_confirm', primary: 'pay_with_wallet' }
    })
    for (const [due, title] of [
      ['charging', 'rider.charging'],
      ['unknown', 'rider.ended']
    ] as const)
      expect(tripView(facts('PENDING', { ...may, due }))).toMatchObject({ title, primary: null, secondary: [] })
  })

  it('offers payment, then a rating, then another booking', () => {
    expect(tripView(facts('PENDING')).blocks[0]).toBe('cash')
    expect(tripView(facts('PAID')).primary).toBe('rate')
    expect(tripView(facts('COMPLETE')).primary).toBe('book_again')
  })
})

describe('what a driver sees', () => {
  const driver = (status: BookingStatus, more: Partial<TripFacts> = {}) =>
    tripView(facts(status, { party: 'driver', ...more }))

  it('shows one next step in every status of the ride', () => {
    expect(driver('ACCEPTED').primary).toBe('arrive')
    expect(driver('ARRIVED').primary).toBe('start')
    expect(driver('ARRIVED')).toMatchObject({ heading: null, secondary: [] })
    expect(driver('ARRIVED', { isEarly: true })).toMatchObject({ heading: 'pickup', secondary: ['navigate'] })
    expect(driver('STARTED').primary).toBe('reach')
    expect(driver('PENDING').primary).toBe('confirm_cash')
    expect(driver('PAID').primary).toBe('rate')
    expect(driver('PAID', { hasRated: true }).primary).toBe('back_to_drive')
  })

  it('lets the driver go on if wallet or card pays', () => {
    const view = driver('PENDING', { due: 'asked', actions: [] })
    expect(view).toMatchObject({
      title: 'driver.paid_by_rider',
      blocks: ['paid_by_rider', 'person'],
      primary: 'back_to_drive'
    })
  })

  it('shows each stop before the drop, although the trip may still end', () => {
    const view = driver('STARTED', { hasStopAhead: true })
    expect([view.primary, view.secondary]).toEqual(['arrive_at_stop', ['navigate', 'reach']])
  })

  it('shows the quoted cash fare without a signal, and then the next step', () => {
    expect(driver('STARTED', { unconfirmedStep: 'reach' })).toMatchObject({
      ...{ title: 'driver.reached_unheard', primary: 'confirm_cash', heading: null },
      blocks: ['quoted_cash', 'person']
    })
    expect(driver('STARTED', { unconfirmedStep: 'confirm_cash' })).toMatchObject({
      title: 'driver.done_unheard',
      primary: null
    })
    expect(driver('STARTED', { unconfirmedStep: 'reach', paysCash: false }).title).toBe('driver.done_unheard')
  })

  it('offers an extra when the server permits one', () => {
    expect(driver('STARTED', { actions: ['add_extra'] }).blocks).toContain('extras')
    expect(driver('STARTED').blocks).not.toContain('extras')
  })

  it('asks for the code at the start of a ride, and at the handover of a parcel', () => {
    expect(driver('ARRIVED').blocks).toContain('code')
    expect(driver('ARRIVED', { isDelivery: true }).blocks).not.toContain('code')
    expect(driver('STARTED', { isDelivery: true }).blocks).toContain('code')
  })
})

it.each(['rider', 'driver'] as const)('a trip offers a %s exactly what the server permits', (party) => {
  for (const status of STATUSES) {
    const none = tripView(facts(status, { party }))
    expect([none.canTalk, none.secondary.filter((action) => !/^(navigate|back_to_drive)$/.test(action))]).toEqual([
      false,
      []
    ])
    const some = tripView(facts(status, { party, actions: ['cancel', 'chat', 'end_trip'] }))
    expect(some.secondary).toEqual([...none.secondary, 'cancel', 'end_trip'])
    expect(some.canTalk).toBe(true)
  }
})

it('paying a parcel from the wallet is offered only if the server permits it', () => {
  expect(tripView(facts('PAYMENT_PENDING')).primary).toBeNull()
  const view = tripView(facts('PAYMENT_PENDING', { actions: ['cancel', 'pay_with_wallet'] }))
  expect([view.primary, view.secondary]).toEqual(['pay_with_wallet', ['cancel']])
})

it('the rider sees the route in every status, separately or with the receipt', () => {
  const silent = STATUSES.filter((status) => {
    const { blocks } = tripView(facts(status))
    return !['route', 'receipt', 'outcome'].some((block) => blocks.includes(block as (typeof blocks)[number]))
  })
  expect(silent).toEqual([])
})

it('the driver sees stops and promotion until the receipt shows them', () => {
  const driver = (status: BookingStatus, hasTerms: boolean) =>
    tripView(facts(status, { party: 'driver', hasTerms })).blocks.includes('route')
  expect(STATUSES.filter((status) => driver(status, true))).toEqual([
    'PAYMENT_PENDING',
    'NEW',
    'ACCEPTED',
    'ARRIVED',
    'STARTED',
    'REACHED',
    'PENDING'
  ])
  expect(STATUSES.filter((status) => driver(status, false))).toEqual([])
})
