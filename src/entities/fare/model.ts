/** One line of a fare, rider's view: the convenience fee is folded in. */
export interface FareLine {
  key: string
  amount: number
  quantity?: number
  unit?: string
  rate?: number
  /** What the operator calls a zone or a time with a surcharge, or the driver's note to an extra. */
  name?: string
}

/** What `routes/estimate` answers; quote_id is null for a visitor. */
export interface Quote {
  quote_id: string | null
  trip_cost: number
  lines: FareLine[]
  /** Included in trip_cost. */
  tax: number
  currency: string
  distance_in_km: number
  time_in_secs: number
  polylinePoints: string
  expires_at: string
}

/** Which parcel type and option of a car type are wanted, by their place in its lists. */
export interface ChosenExtras {
  parcel: number
  option: number
}

/** Reads fare lines out of their JSON column; anything that is not a line is left out. */
export function fareLines(value: unknown): FareLine[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (line): line is FareLine =>
      typeof line === 'object' && line !== null && typeof line.key === 'string' && typeof line.amount === 'number'
  )
}
