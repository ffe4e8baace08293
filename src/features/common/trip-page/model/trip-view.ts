import type { Booking, BookingStatus, Party, TripCommand } from '@/entities/booking'

/** An action on the trip page: a command that the server allows, or navigation. */
export type TripAction =
  | TripCommand
  | 'arrive'
  | 'arrive_at_stop'
  | 'start'
  | 'reach'
  | 'rate'
  | 'book_again'
  | 'back_to_drive'
  | 'navigate'

/** The blocks that a trip's panel can contain. */
export type TripBlock =
  | 'search'
  | 'route_change'
  | 'person'
  | 'waiting'
  | 'code'
  | 'returning'
  | 'progress'
  | 'cash'
  | 'paid_by_rider'
  | 'quoted_cash'
  | 'extras'
  | 'hand_over'
  | 'rating'
  | 'tip'
  | 'payment_request'
  | 'outcome'
  | 'receipt'
  | 'route'

/** What the trip page shows to one party in one state of the trip. */
export interface TripView {
  /** Key of the heading in `trips:title`. */
  title: string
  blocks: TripBlock[]
  /** The main action; null if there is none. */
  primary: TripAction | null
  secondary: TripAction[]
  /** Whether the other party can be contacted. */
  canTalk: boolean
  /** The car's destination; null if the car is not driving. */
  heading: 'pickup' | 'drop' | null
}

/**
 * How a ride that has ended gets paid:
 *
 * - `cash`: the driver collects it. Only this one names cash
 * - `charging`: the amount reserved on the card is being taken, so the rider has nothing to do
 * - `confirm`: the wallet pays once the rider has confirmed the amount
 * - `asked`: the rider pays by wallet or card
 * - `here`: the passenger of a street trip pays by card, beside the driver
 * - `unknown`: not known yet, because the state of the card has not loaded
 */
export type DueKind = 'cash' | 'charging' | 'confirm' | 'asked' | 'here' | 'unknown'

/** The facts that determine a view. */
export interface TripFacts {
  status: BookingStatus
  party: Party
  otpSecure: boolean
  isDelivery: boolean
  /** True for a parcel that is on its way back to its sender, which needs no code. */
  isReturning: boolean
  /** True if the ride was booked for later and the search for a driver has not begun. */
  isScheduled: boolean
  /** True if this party has rated the trip or skipped the rating. */
  hasRated: boolean
  /** True if the trip has stops or a promotion. The driver must know these before the trip ends, not only from the receipt. */
  hasTerms: boolean
  /** True if the ride is paid in cash at its end. */
  paysCash: boolean
  /** How the fare of a ride that has ended and is not paid yet gets paid. */
  due: DueKind
  /** True if the driver has reported the arrival, but the car is not near the pickup yet. */
  isEarly: boolean
  /** True if the driver has not reached all stops yet. */
  hasStopAhead: boolean
  /**
   * The step that the driver has taken at the drop-off and that the server has not confirmed, for lack of a signal. The final
   * fare is then not known yet. Null if there is none.
   */
  unconfirmedStep: 'reach' | 'confirm_cash' | null
  /** What the server allows this person now. */
  actions: readonly TripCommand[]
}

type Shape = Partial<TripView> & Pick<TripView, 'title' | 'blocks'>

/** The rider's heading after a ride that is not paid in cash. */
const AFTER_RIDE: Record<DueKind, string> = {
  cash: 'rider.pending',
  charging: 'rider.charging',
  confirm: 'rider.to_confirm',
  asked: 'rider.to_pay',
  here: 'rider.to_pay',
  unknown: 'rider.ended'
}

function riderView(facts: TripFacts): Shape {
  const back: TripBlock[] = facts.isReturning ? ['returning'] : []
  switch (facts.status) {
    case 'PAYMENT_PENDING':
      return { title: 'rider.payment_pending', blocks: [], primary: 'pay_with_wallet' }
    case 'NEW':
      return {
        title: facts.isScheduled ? 'rider.scheduled' : 'rider.new',
        blocks: facts.isScheduled ? [] : ['search']
      }
    case 'ACCEPTED':
      return {
        title: 'rider.accepted',
        blocks: facts.otpSecure ? ['route_change', 'person', 'code'] : ['route_change', 'person'],
        heading: 'pickup'
      }
    case 'ARRIVED':
      return {
        title: 'rider.arrived',
        blocks: facts.otpSecure ? ['route_change', 'person', 'code'] : ['route_change', 'person']
      }
    case 'STARTED':
      if (facts.isReturning)
        return { title: 'rider.returning', blocks: ['returning', 'progress', 'person'], heading: 'drop' }
      return {
        title: 'rider.started',
        blocks: facts.otpSecure && facts.isDelivery ? ['progress', 'person', 'code'] : ['progress', 'person'],
        heading: 'drop'
      }
    case 'REACHED':
    case 'PENDING':
      if (facts.due === 'cash') return { title: 'rider.pending', blocks: ['cash', 'person', 'receipt'] }
      return {
        title: AFTER_RIDE[facts.due],
        blocks: ['person', 'receipt'],
        primary: facts.due === 'asked' || facts.due === 'confirm' ? 'pay_with_wallet' : null
      }
    case 'PAID':
      return { title: 'rider.paid', blocks: [...back, 'payment_request', 'rating', 'tip', 'receipt'], primary: 'rate' }
    case 'COMPLETE':
      return {
        title: 'rider.complete',
        blocks: [...back, 'payment_request', 'person', 'tip', 'receipt'],
        primary: 'book_again'
      }
    case 'CANCELLED':
      return { title: 'rider.cancelled', blocks: ['outcome'], primary: 'book_again' }
  }
}

function driverView(facts: TripFacts): Shape {
  switch (facts.status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
      return { title: 'driver.new', blocks: [], primary: 'back_to_drive' }
    case 'ACCEPTED':
      return {
        title: 'driver.accepted',
        blocks: ['route_change', 'person'],
        primary: 'arrive',
        secondary: ['navigate'],
        heading: 'pickup'
      }
    case 'ARRIVED':
      return {
        title: 'driver.arrived',
        blocks:
          facts.otpSecure && !facts.isDelivery
            ? ['route_change', 'code', 'waiting', 'person']
            : ['route_change', 'waiting', 'person'],
        primary: 'start',
        // The driver still has to come to the pickup.
        ...(facts.isEarly && { secondary: ['navigate'], heading: 'pickup' })
      }
    case 'STARTED':
      if (facts.unconfirmedStep) return unconfirmedView(facts)
      if (facts.isReturning) {
        return {
          title: 'driver.returning',
          blocks: ['returning', 'progress', 'person'],
          primary: 'reach',
          secondary: ['navigate'],
          heading: 'drop'
        }
      }
      return {
        title: 'driver.started',
        blocks: [
          'progress',
          'person',
          ...(facts.isDelivery ? (['hand_over'] as const) : []),
          ...(facts.otpSecure && facts.isDelivery ? (['code'] as const) : [])
        ],
        primary: facts.hasStopAhead ? 'arrive_at_stop' : 'reach',
        secondary: facts.hasStopAhead ? ['navigate', 'reach'] : ['navigate'],
        heading: 'drop'
      }
    case 'REACHED':
    case 'PENDING':
      if (facts.due === 'cash') return { title: 'driver.pending', blocks: ['cash', 'person'], primary: 'confirm_cash' }
      if (facts.due === 'here') return { title: 'driver.paid_by_rider', blocks: ['paid_by_rider', 'person'] }
      // The rider pays in the app, and the driver is free.
      return { title: 'driver.paid_by_rider', blocks: ['paid_by_rider', 'person'], primary: 'back_to_drive' }
    case 'PAID':
    case 'COMPLETE':
      return {
        title: facts.hasRated ? 'driver.done' : 'driver.paid',
        blocks: facts.hasRated ? ['receipt'] : ['rating', 'receipt'],
        primary: facts.hasRated ? 'back_to_drive' : 'rate',
        secondary: facts.hasRated ? [] : ['back_to_drive']
      }
    case 'CANCELLED':
      return { title: 'driver.cancelled', blocks: ['outcome'], primary: 'back_to_drive' }
  }
}

/**
 * Returns the view of a driver who is at the drop-off without a signal. Only the server knows the final fare, so the driver of
 * a cash ride collects the quoted fare.
 */
function unconfirmedView({ unconfirmedStep: doneUnheard, paysCash, hasRated }: TripFacts): Shape {
  // Rating needs a paid trip. The driver has confirmed the cash, so the trip can be rated.
  if (doneUnheard === 'confirm_cash')
    return { title: 'driver.done_unheard', blocks: hasRated ? ['person'] : ['rating', 'person'] }
  if (!paysCash) return { title: 'driver.done_unheard', blocks: ['person'] }
  return { title: 'driver.reached_unheard', blocks: ['quoted_cash', 'person'], primary: 'confirm_cash' }
}

/** Blocks that contain the route and the fare. With one of them, route and fare are not shown separately. */
const SELF_CONTAINED: readonly TripBlock[] = ['receipt', 'outcome']

/** Commands whose buttons are elsewhere on the page, so they are not among the secondary actions. */
const DRAWN: readonly TripCommand[] = ['chat', 'add_extra', 'pay_in_cash', 'show_pay_code']

/** Returns whether paying is not offered, because the card is being charged or that is not known yet. */
const isPaidAlready = ({ party, status, due }: TripFacts, action: TripCommand): boolean =>
  party === 'rider' && status === 'PENDING' && action === 'pay_with_wallet' && (due === 'charging' || due === 'unknown')

/**
 * Returns the contents of the trip page as data: heading, blocks and actions for one party in one state. The page renders
 * exactly this data, so rules about who sees what are tested without rendering.
 */
export function tripView(facts: TripFacts): TripView {
  const shape = facts.party === 'rider' ? riderView(facts) : driverView(facts)
  const isGone = (action: TripCommand) => facts.isReturning && action === 'return_to_sender'
  const offered = facts.actions.filter(
    (action) => !DRAWN.includes(action) && action !== shape.primary && !isGone(action) && !isPaidAlready(facts, action)
  )
  const extras: TripBlock[] = facts.party === 'driver' && facts.actions.includes('add_extra') ? ['extras'] : []
  const blocks = [...shape.blocks, ...extras]
  // A driver's other blocks already show pickup and drop-off; a rider's blocks do not.
  const needsRoute = facts.party === 'rider' || facts.hasTerms
  const isUnpaid = shape.primary === 'pay_with_wallet' && !facts.actions.includes('pay_with_wallet')
  return {
    heading: null,
    ...shape,
    primary: isUnpaid ? null : (shape.primary ?? null),
    blocks: needsRoute && !SELF_CONTAINED.some((block) => blocks.includes(block)) ? [...blocks, 'route'] : blocks,
    secondary: [...(shape.secondary ?? []), ...offered],
    canTalk: facts.actions.includes('chat')
  }
}

/** The settings that affect the trip page. */
export interface TripPageSettings {
  /** The phone number of the panic button; empty if there is none. */
  panic: string
  /** Whether the remaining route is drawn while the car drives. */
  showLiveRoute: boolean
}

/**
 * Returns the phone number of the panic button during a taxi ride. Null for other bookings, before and after the ride, and if
 * the operator has set no number.
 */
export function panicNumber(
  { category, status }: Pick<Booking, 'category' | 'status'>,
  { panic }: Pick<TripPageSettings, 'panic'>
): string | null {
  return category === 'taxi' && status === 'STARTED' && panic ? panic : null
}

/** Returns which routes the map draws: the booked route, and the route to the pickup. */
export function routesDrawn(
  heading: TripView['heading'],
  { showLiveRoute }: Pick<TripPageSettings, 'showLiveRoute'>
): { booked: boolean; approach: boolean } {
  return { booked: showLiveRoute || heading === null, approach: showLiveRoute && heading === 'pickup' }
}
