// Requests and responses of `routes`.
import * as z from 'zod/mini'
import { latLngText, measure, pointsText, route } from '../_shared/region/geometry/schemas.ts'

const points = 'start and dest have to be "lat,lng"'
const manyPoints = `${points} joined by "|"`
const flag = (name: string) => z.nullish(z.boolean({ error: `${name} has to be true or false` }))

/** A place of a ride, with the address text that the person chose (`add`). */
const stop = z.object({
  lat: z.number({ error: 'Choose a place' }).check(z.minimum(-90, 'Choose a place'), z.maximum(90, 'Choose a place')),
  lng: z.number({ error: 'Choose a place' }).check(z.minimum(-180, 'Choose a place'), z.maximum(180, 'Choose a place')),
  add: z.catch(z.string(), ''),
}, { error: 'Choose pickup and drop' })

/** What the starts are: places where people get in (the default), or cars, which may be where no car stops. */
const from = z.nullish(z.enum(['place', 'car'], { error: 'from has to be place or car' }))

const index = (name: string) => {
  const error = `${name} has to be a whole number`
  return z.nullish(z.int({ error }).check(z.nonnegative(error)))
}

/** A time in any format that JavaScript parses. */
const time = z.nullish(z.pipe(
  z.union([z.string(), z.number()], { error: 'trip_at has to be a time' }),
  z.transform((value, context): string => {
    const read = new Date(value)
    if (!Number.isNaN(read.getTime())) return read.toISOString()
    context.issues.push({ code: 'custom', message: 'trip_at has to be a time', input: value })
    return z.NEVER
  }),
))

/** One line of a fare; `key` names the line's text in the translations. */
const fareLine = z.object({
  key: z.string(),
  amount: z.number(),
  quantity: z.exactOptional(z.number()),
  unit: z.exactOptional(z.string()),
  rate: z.exactOptional(z.number()),
  /** The name that the operator gave to the reason for the line: an option, a zone, or a time with a surcharge. */
  name: z.exactOptional(z.string()),
})

const pricePart = z.object({
  side: z.literal('price'),
  /** Names the part's text in the translations, such as fare, promotion or cash_rounding. */
  kind: z.string(),
  amount: z.number(),
  /** The code of the promotion. */
  name: z.exactOptional(z.string()),
  /** The tax that the amount includes. */
  tax: z.exactOptional(z.number()),
})

/** A price as the SQL function `quote_fare` returns it. */
const quoted = z.object({
  /** Id of the stored price, for booking; null for visitors, who cannot book. */
  quote_id: z.nullable(z.guid()),
  trip_cost: z.number(),
  /** `trip_cost` rounded for cash, if the smallest coin is larger than the currency's smallest amount. */
  cash_amount: z.number(),
  lines: z.array(fareLine),
  /** The tax that `trip_cost` includes. */
  tax: z.number(),
  /** The parts of the price; `cash_rounding` applies only if it is paid in cash. */
  price_parts: z.array(pricePart),
  currency: z.string(),
  expires_at: z.string(),
})

export const routesContract = {
  directions: {
    asked: z.object({
      start: latLngText(points),
      dest: latLngText(points),
      /** Up to 23 points, joined by "|". */
      waypoints: z.nullish(pointsText('waypoints have to be "lat,lng" joined by "|"', 0)),
      steps: flag('steps'),
      /** Whether to return alternative routes, too; only without waypoints. */
      alternatives: flag('alternatives'),
      from,
    }),
    answered: route,
  },
  matrix: {
    asked: z.object({ start: pointsText(manyPoints, 1), dest: pointsText(manyPoints, 1), from }),
    /** A row for each start, with distance and time to each destination; null where there is no route. */
    answered: z.object({ rows: z.array(z.array(z.nullable(measure))) }),
  },
  estimate: {
    asked: z.object({
      pickup: stop,
      drop: stop,
      /** Stops between pickup and drop, at most 23. */
      waypoints: z.optional(z.array(stop, { error: 'waypoints have to be a list' })),
      car_type_id: z.guid({ error: 'Choose a car type' }),
      parcel_type_index: index('parcel_type_index'),
      option_index: index('option_index'),
      /** Pickup time of a trip that is booked for later; if missing, the price is for now. */
      trip_at: time,
      /** The rider for whom an admin requests a price; otherwise the price is for the caller. */
      customer_id: z.nullish(z.guid({ error: 'customer_id is not valid' })),
    }),
    answered: z.object({ ...quoted.shape, ...measure.shape, polylinePoints: z.string() }),
  },
  /**
   * For our own servers: compares the driven distance of ended street trips with the route on the road map. A street trip is a
   * metered ride of a passenger who hailed the cab in the street.
   */
  street: {
    asked: z.object({}),
    answered: z.union([
      /** Number of street trips that were compared. */
      z.object({ checked: z.int() }),
      /** The comparison has started and continues after this response. Only some platforms support this. */
      z.object({ started: z.literal(true) }),
    ]),
  },
  /** For our own servers: measures the ways of drivers who have just accepted, by road, for the promised arrival. */
  approach: {
    asked: z.object({}),
    answered: z.union([
      /** Number of ways that were measured. */
      z.object({ measured: z.int() }),
      /** The measuring has started and continues after this response. Only some platforms support this. */
      z.object({ started: z.literal(true) }),
    ]),
  },
}

export type EstimateAsked = z.input<typeof routesContract.estimate.asked>
/** The parsed request for a price. */
export type Wanted = z.output<typeof routesContract.estimate.asked>
export type Stop = z.output<typeof stop>
export type FareLine = z.output<typeof fareLine>
export type PricePart = z.output<typeof pricePart>
export type Quoted = z.output<typeof quoted>
/** A price and its route. */
export type Quote = z.output<typeof routesContract.estimate.answered>
export type Directions = z.output<typeof routesContract.directions.answered>
