// Generated from the database by scripts/generate-types.ts; do not edit.

import type { Enums } from './database'

type Statuses = readonly Enums<'booking_status'>[]

/** Whether the trip is its driver's work: from the acceptance until the fare is paid. */
export const AT_WORK: Statuses = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING']

/** Whether a booking waits for its rider's payment: in advance, or of the final fare. */
export const AWAITING_PAYMENT: Statuses = ['PAYMENT_PENDING', 'PENDING']

/** Whether a driver has accepted and the rider is not aboard. */
export const AWAITING_PICKUP: Statuses = ['ACCEPTED', 'ARRIVED']

/** Whether a booking is confirmed and its trip has not ended: its route, its stops and its hold may still change. */
export const BEFORE_END: Statuses = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED']

/** Whether a booking is confirmed and its trip has not started. */
export const BEFORE_START: Statuses = ['NEW', 'ACCEPTED', 'ARRIVED']

/** Whether the final fare is known, paid or not. */
export const BILLED: Statuses = ['PENDING', 'PAID', 'COMPLETE']

/** Whether nothing is left to drive or to pay. */
export const CLOSED: Statuses = ['PAID', 'COMPLETE', 'CANCELLED']

/** Whether a driver who is suspended still finishes a trip in this status. */
export const FINISHABLE: Statuses = ['STARTED', 'REACHED', 'PENDING']

/** Whether a driver has accepted and has not reached the drop-off: the driver's position is the trip's car, and is recorded. */
export const ON_THE_ROAD: Statuses = ['ACCEPTED', 'ARRIVED', 'STARTED']

/** Whether the fare is paid. */
export const PAID: Statuses = ['PAID', 'COMPLETE']

/** Whether a booking is between its confirmation and the fare: the desk watches it. */
export const RUNNING: Statuses = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']

/** Whether the trip occupies its driver: from the acceptance until the fare is known. */
export const UNDER_WAY: Statuses = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']

/** Whether a booking is confirmed and no car is at its pickup. */
export const UPCOMING: Statuses = ['NEW', 'ACCEPTED']

/** Whether the car is at the pickup, as the driver says, or the rider is aboard. */
export const WITH_RIDER: Statuses = ['ARRIVED', 'STARTED']
