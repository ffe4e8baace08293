import { translationsOf } from '../osm/languages.ts'
import type { Tags } from '../osm/primitives.ts'
import type { LayerName } from './layer-names.ts'

export interface Style {
  layer: LayerName
  /** Lowest zoom at which the feature is drawn. */
  minZoom: number
  properties: Record<string, string | number | boolean>
}

const ROADS: Record<string, [kind: string, minZoom: number]> = {
  motorway: ['motorway', 8],
  motorway_link: ['motorway', 10],
  trunk: ['trunk', 8],
  trunk_link: ['trunk', 10],
  primary: ['primary', 8],
  primary_link: ['primary', 11],
  secondary: ['secondary', 9],
  secondary_link: ['secondary', 11],
  tertiary: ['tertiary', 10],
  tertiary_link: ['tertiary', 12],
  unclassified: ['residential', 12],
  residential: ['residential', 12],
  living_street: ['residential', 12],
  road: ['residential', 12],
  service: ['service', 13],
  track: ['track', 13],
  pedestrian: ['path', 13],
  path: ['path', 14],
  footway: ['path', 14],
  cycleway: ['path', 13],
  bridleway: ['path', 14],
  steps: ['path', 14]
}

const LANDUSE: Record<string, [kind: string, minZoom: number]> = {
  'landuse=forest': ['wood', 8],
  'natural=wood': ['wood', 8],
  'landuse=residential': ['residential', 10],
  'landuse=industrial': ['industrial', 10],
  'landuse=commercial': ['commercial', 10],
  'landuse=retail': ['commercial', 10],
  'landuse=meadow': ['grass', 11],
  'landuse=grass': ['grass', 12],
  'landuse=village_green': ['grass', 12],
  'landuse=recreation_ground': ['park', 12],
  'landuse=farmland': ['farmland', 10],
  'landuse=farm': ['farmland', 10],
  'landuse=farmyard': ['farmland', 13],
  'landuse=orchard': ['vineyard', 12],
  'landuse=vineyard': ['vineyard', 11],
  'landuse=allotments': ['allotments', 13],
  'landuse=cemetery': ['cemetery', 12],
  'amenity=grave_yard': ['cemetery', 13],
  'landuse=quarry': ['quarry', 12],
  'natural=scrub': ['scrub', 11],
  'natural=heath': ['scrub', 11],
  'natural=fell': ['scrub', 11],
  'natural=grassland': ['grass', 11],
  'natural=wetland': ['wetland', 11],
  'natural=bare_rock': ['rock', 10],
  'natural=scree': ['rock', 10],
  'natural=glacier': ['glacier', 8],
  'natural=beach': ['sand', 11],
  'leisure=park': ['park', 11],
  'leisure=garden': ['park', 13],
  'leisure=golf_course': ['grass', 11],
  'leisure=pitch': ['pitch', 13],
  'leisure=stadium': ['pitch', 12],
  'leisure=playground': ['park', 14],
  'amenity=school': ['school', 12],
  'amenity=university': ['school', 12],
  'amenity=college': ['school', 12],
  'amenity=hospital': ['hospital', 12],
  'amenity=parking': ['parking', 14],
  'aeroway=aerodrome': ['industrial', 10]
}

const PLACES: Record<string, number> = {
  city: 8,
  town: 8,
  village: 9,
  suburb: 12,
  hamlet: 12,
  locality: 13
}

const WATERWAYS: Record<string, number> = { river: 8, canal: 10, stream: 12, drain: 13, ditch: 14 }

const POI_KEYS = [
  'amenity',
  'shop',
  'tourism',
  'railway',
  'leisure',
  'historic',
  'aeroway',
  'natural',
  'highway'
] as const
const POI_VALUES: Record<string, Set<string> | 'any'> = {
  shop: 'any',
  tourism: 'any',
  railway: new Set(['station', 'halt']),
  leisure: new Set(['park', 'sports_centre', 'stadium', 'swimming_pool', 'water_park', 'miniature_golf', 'ice_rink']),
  historic: new Set(['castle', 'monument', 'ruins']),
  aeroway: new Set(['aerodrome', 'terminal']),
  natural: new Set(['peak']),
  highway: new Set(['bus_stop'])
}
const DULL_AMENITIES = new Set(
  'parking,bench,toilets,recycling,waste_basket,fountain,post_box,telephone,drinking_water,vending_machine,bicycle_parking,shelter,grave_yard,watering_place,bbq,atm,hunting_stand,motorcycle_parking,parking_space,parking_entrance'.split(
    ','
  )
)

/** Returns what kind of POI an element is (such as `restaurant`), for the map and the place index; null if it is no POI. */
export function poiKind(tags: Tags): string | null {
  for (const key of POI_KEYS) {
    const value = tags[key]
    if (!value || value === 'no') continue
    if (key === 'amenity' ? !DULL_AMENITIES.has(value) : isListed(key, value)) return value
  }
  return null
}

function isListed(key: string, value: string): boolean {
  const values = POI_VALUES[key]
  return values === 'any' || values?.has(value) === true
}

/** Returns the names of an element as properties: `name`, and `name:<language>` for each name that differs from `name`. */
function namesOf(tags: Tags): Record<string, string> {
  if (!tags.name) return {}
  const others = Object.entries(translationsOf(tags)).map(([language, name]) => [`name:${language}`, name])
  return { name: tags.name, ...Object.fromEntries(others) }
}

/** Returns how a town or a named POI is drawn; null if it is not drawn. */
export function classifyPoint(tags: Tags): Style | null {
  if (!tags.name) return null
  const placeZoom = PLACES[tags.place ?? '']
  if (tags.place && placeZoom !== undefined) {
    const capital = tags.capital === 'yes'
    return {
      layer: 'places',
      minZoom: placeZoom,
      properties: { kind: tags.place, ...namesOf(tags), ...(capital && { capital }) }
    }
  }
  const kind = poiKind(tags)
  if (!kind) return null
  const minZoom = kind === 'station' || kind === 'peak' || kind === 'castle' ? 12 : 14
  return { layer: 'pois', minZoom, properties: { kind, ...namesOf(tags) } }
}

/** Returns how a line is drawn; null if it is not drawn. */
export function classifyLine(tags: Tags): Style | null {
  const road = ROADS[tags.highway ?? '']
  if (road && tags.area !== 'yes')
    return { layer: 'roads', minZoom: road[1], properties: roadProperties(road[0], tags) }
  const { railway, waterway, boundary } = tags
  if (railway && ['rail', 'light_rail', 'tram', 'subway', 'narrow_gauge', 'funicular'].includes(railway)) {
    return { layer: 'rail', minZoom: railway === 'rail' ? 9 : 12, properties: { kind: railway } }
  }
  const waterZoom = WATERWAYS[waterway ?? '']
  if (waterway && waterZoom !== undefined) {
    return { layer: 'water', minZoom: waterZoom, properties: { kind: waterway, ...namesOf(tags) } }
  }
  const level = Number(tags.admin_level)
  if (boundary === 'administrative' && level >= 2 && level <= 8) {
    return { layer: 'boundary', minZoom: level <= 4 ? 8 : 11, properties: { admin_level: level } }
  }
  return null
}

function roadProperties(kind: string, tags: Tags): Style['properties'] {
  const oneway = ['yes', 'true', '1', '-1'].includes(tags.oneway ?? '') || tags.junction === 'roundabout'
  return {
    kind,
    ...namesOf(tags),
    ...(tags.ref && ['motorway', 'trunk', 'primary'].includes(kind) && { ref: tags.ref }),
    ...(oneway && { oneway }),
    ...(tags.tunnel && tags.tunnel !== 'no' && { tunnel: true })
  }
}

/** Returns how an area is drawn; null if it is not drawn. */
export function classifyArea(tags: Tags): Style | null {
  if (tags.building && tags.building !== 'no') return { layer: 'buildings', minZoom: 13, properties: {} }
  const isRiver = tags.waterway === 'riverbank' || tags.water === 'river'
  if (isRiver || tags.natural === 'water' || ['reservoir', 'basin'].includes(tags.landuse ?? '')) {
    return {
      layer: 'water',
      minZoom: isRiver ? 8 : 10,
      properties: { kind: isRiver ? 'river' : 'lake', ...namesOf(tags) }
    }
  }
  for (const key of ['landuse', 'natural', 'leisure', 'amenity', 'aeroway']) {
    const style = LANDUSE[`${key}=${tags[key]}`]
    if (style) return { layer: 'landuse', minZoom: style[1], properties: { kind: style[0], ...namesOf(tags) } }
  }
  return null
}
