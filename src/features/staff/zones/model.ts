import type { MultiPolygon } from 'geojson'
import * as z from 'zod/mini'
import type { MapZone, ZoneTone } from '@/components/map'
import { areaCorners } from '@/lib/geo/area'
import { type Bbox, boundsOf, cornersOf, type LatLng } from '@/lib/geo/geo'
import { isWithin, type NumberBounds } from '@/lib/typing/number-bounds'
import { openLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'

export const zoneKinds = ['surcharge', 'fixed', 'no_service'] as const
export const zoneSides = ['either', 'pickup', 'drop', 'both'] as const

export type ZoneKind = (typeof zoneKinds)[number]
export type ZoneSide = (typeof zoneSides)[number]

/** An area in which a price changes or a trip is refused. */
export interface Zone {
  id: string
  name: string
  kind: ZoneKind
  /** The amount of the surcharge or of the fixed fare; null for a percentage. */
  amount: number | null
  /** The surcharge as a percentage of base fare, distance and time; null for an amount. */
  percent: number | null
  applies_to: ZoneSide
  /** The car type; null if the zone applies to all car types. */
  car_type_id: string | null
  active: boolean
  geojson: MultiPolygon
  /** Increases with each change of the row. */
  version: number
}

/**
 * Parses a typed number without a sign, with a point or a comma before its decimals. Returns NaN for any other text, also for
 * notations such as "1e3" that `Number` accepts.
 */
const figureOf = (text: string) =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN

const figure = (bounds: NumberBounds, error: string) =>
  z.string().check(z.refine((text) => isWithin(figureOf(text), bounds), { error }))
const amount = figure(openLimits.zones.amount, 'zone_amount_required')
const percent = figure(openLimits.zones.percent, 'zone_percent_required')

const common = {
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'zone_name_required'), z.maxLength(textLimits.zones.name, 'text_too_long')),
  applies_to: z.enum(zoneSides),
  car_type_id: z.string(),
  active: z.boolean()
}

/** The form's schema; messages are keys of the error catalogue. */
export const zoneSchema = z.discriminatedUnion('price', [
  z.object({ ...common, price: z.literal('surcharge_amount'), figure: amount }),
  z.object({ ...common, price: z.literal('surcharge_percent'), figure: percent }),
  z.object({ ...common, price: z.literal('fixed'), figure: amount }),
  z.object({ ...common, price: z.literal('no_service'), figure: z.string() })
])

export type ZoneForm = z.infer<typeof zoneSchema>
export type ZonePrice = ZoneForm['price']
export const zonePrices: readonly ZonePrice[] = ['surcharge_amount', 'surcharge_percent', 'fixed', 'no_service']

/** Returns the form's values for a zone; null means a new zone. */
export function formOf(zone: Zone | null): ZoneForm {
  if (!zone) {
    return { name: '', price: 'surcharge_amount', figure: '', applies_to: 'either', car_type_id: '', active: true }
  }
  const { name, applies_to, active } = zone
  const price: ZonePrice =
    zone.kind === 'surcharge' ? (zone.percent === null ? 'surcharge_amount' : 'surcharge_percent') : zone.kind
  const value = zone.percent ?? zone.amount
  return {
    name,
    price,
    figure: value === null ? '' : String(value),
    applies_to,
    car_type_id: zone.car_type_id ?? '',
    active
  }
}

/** Returns the first error of each field, as a key. */
export function zoneProblems(form: ZoneForm): Partial<Record<keyof ZoneForm, string>> {
  const parsed = zoneSchema.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}

/** Returns the form's values as the database function `save_zone` expects them. */
export function zoneOf(form: ZoneForm): Omit<Zone, 'id' | 'geojson' | 'version'> {
  const { price, applies_to, active } = form
  const value = figureOf(form.figure)
  return {
    name: form.name.trim(),
    kind: price === 'surcharge_amount' || price === 'surcharge_percent' ? 'surcharge' : price,
    amount: price === 'surcharge_amount' || price === 'fixed' ? value : null,
    percent: price === 'surcharge_percent' ? value : null,
    applies_to,
    car_type_id: form.car_type_id || null,
    active
  }
}

const tones: Record<ZoneKind, ZoneTone> = { surcharge: 'info', fixed: 'ok', no_service: 'bad' }

/** Returns a zone's colour on the map and beside its label; grey if the zone is switched off. */
export const toneOf = ({ kind, active }: Pick<Zone, 'kind' | 'active'>): ZoneTone => (active ? tones[kind] : 'quiet')

export const onMap = (zone: Zone, note: string): MapZone => ({
  id: zone.id,
  name: zone.name,
  note,
  tone: toneOf(zone),
  area: zone.geojson
})

/**
 * Returns the points that the map must show so that all zones are in view; without zones, the corners of the region. At least a
 * third of the region's width and height is in view, so that there is space to draw the next zone. Returns undefined while the
 * region is unknown.
 */
export function overviewOf(zones: readonly Pick<Zone, 'geojson'>[], region: Bbox | undefined): LatLng[] | undefined {
  const box = boundsOf(zones.flatMap(({ geojson }) => areaCorners(geojson)))
  if (!box || !region) return region && cornersOf(region)
  const [west, south, east, north] = box
  const wider = Math.max(0, (region[2] - region[0]) / 3 - (east - west)) / 2
  const taller = Math.max(0, (region[3] - region[1]) / 3 - (north - south)) / 2
  return cornersOf([west - wider, south - taller, east + wider, north + taller])
}
