import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { type Palette, palettes } from './palette.ts'

/** The initial zoom of a map that only shows its region. */
export const HOME_ZOOM = 12.6

const attribution =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap contributors</a>'

/**
 * Returns the width of a line (px) by zoom: `at10` up to zoom `from`, then growing to `at14` at zoom 14 and to `at18` at zoom
 * 18. So streets become wider when a person zooms in.
 */
const width = (from: number, at10: number, at14: number, at18: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  from,
  at10,
  14,
  at14,
  18,
  at18
]

/**
 * Returns the colour of thin roads by zoom. From afar only the colour makes these roads visible; close up, their outlines do.
 */
const fading = (far: string, near: string): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  10.5,
  far,
  13,
  near
]

const kinds = (...names: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', names]]
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']

const roads = [
  { id: 'service', kinds: ['service', 'track'], at: [13, 0.4, 1.6, 10], casing: 1.2, minzoom: 13 },
  { id: 'street', kinds: ['residential'], at: [12, 0.6, 3, 20], casing: 1.5, minzoom: 12 },
  { id: 'tertiary', kinds: ['tertiary', 'secondary'], at: [9, 0.6, 4.5, 26], casing: 1.8, minzoom: 9 },
  { id: 'major', kinds: ['primary', 'trunk', 'motorway'], at: [8, 0.8, 5.5, 30], casing: 2, minzoom: 8 }
] as const

function roadLayers(c: Palette): LayerSpecification[] {
  const layer = (road: (typeof roads)[number], cased: boolean): LayerSpecification => {
    const [from, at10, at14, at18] = road.at
    const extra = cased ? road.casing : 0
    return {
      id: `${road.id}${cased ? '-case' : ''}`,
      type: 'line',
      source: 'region',
      'source-layer': 'roads',
      minzoom: road.minzoom,
      filter: kinds(...road.kinds),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': cased ? c.casing : road.id === 'major' ? fading(c.majorFar, c.major) : c.road,
        'line-width': width(from, at10 + extra, at14 + extra, at18 + extra * 1.6)
      }
    }
  }
  // All outlines are drawn below all road surfaces, so that crossing roads join instead of cutting each other.
  return [...roads.map((road) => layer(road, true)), ...roads.map((road) => layer(road, false))]
}

function groundLayers(c: Palette): LayerSpecification[] {
  const area = (id: string, names: string[], color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'region',
    'source-layer': 'landuse',
    filter: kinds(...names),
    paint: { 'fill-color': color, 'fill-antialias': false }
  })
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': c.ground } },
    area('built', ['residential', 'industrial', 'commercial', 'school', 'hospital', 'parking'], c.built),
    area('rock', ['rock', 'quarry', 'sand', 'glacier'], c.rock),
    area('grass', ['grass', 'park', 'pitch', 'cemetery', 'allotments', 'vineyard', 'wetland', 'scrub'], c.grass),
    area('wood', ['wood'], c.wood),
    {
      id: 'water',
      type: 'fill',
      source: 'region',
      'source-layer': 'water',
      filter: isArea,
      paint: { 'fill-color': c.water }
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'region',
      'source-layer': 'water',
      filter: isLine,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': c.water,
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          8,
          ['match', ['get', 'kind'], ['river'], 1.2, 0.4],
          14,
          ['match', ['get', 'kind'], ['river'], 5, ['canal'], 3, 1.2],
          18,
          ['match', ['get', 'kind'], ['river'], 24, ['canal'], 14, 5]
        ]
      }
    },
    {
      id: 'buildings',
      type: 'fill',
      source: 'region',
      'source-layer': 'buildings',
      minzoom: 13,
      paint: {
        'fill-color': c.building,
        'fill-outline-color': c.buildingEdge,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14.5, 1]
      }
    }
  ]
}

function lineLayers(c: Palette): LayerSpecification[] {
  return [
    {
      id: 'boundary',
      type: 'line',
      source: 'region',
      'source-layer': 'boundary',
      filter: ['<=', ['get', 'admin_level'], 4],
      paint: { 'line-color': c.boundary, 'line-width': 1, 'line-dasharray': [4, 3], 'line-opacity': 0.7 }
    },
    {
      id: 'rail',
      type: 'line',
      source: 'region',
      'source-layer': 'rail',
      minzoom: 10,
      paint: { 'line-color': c.rail, 'line-width': width(10, 0.6, 1.6, 4) }
    },
    {
      id: 'paths',
      type: 'line',
      source: 'region',
      'source-layer': 'roads',
      minzoom: 14,
      filter: kinds('path'),
      paint: { 'line-color': c.path, 'line-width': width(13, 0.5, 0.9, 3), 'line-dasharray': [3, 2] }
    }
  ]
}

/** The fonts of map labels: those of the page. The second one contains the Arabic letters; only Arabic pages load it. */
export const mapFont = ['Inter Variable', 'Vazirmatn Variable']
const font = mapFont

function labelLayers(c: Palette, name: ExpressionSpecification): LayerSpecification[] {
  const halo = { 'text-halo-color': c.halo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'water-names',
      type: 'symbol',
      source: 'region',
      'source-layer': 'water',
      minzoom: 12,
      filter: ['all', isLine, kinds('river', 'canal')],
      layout: {
        'symbol-placement': 'line',
        'text-field': name,
        'text-font': font,
        'text-size': 12,
        'symbol-spacing': 420
      },
      paint: { 'text-color': c.waterLabel, ...halo }
    },
    {
      id: 'street-names',
      type: 'symbol',
      source: 'region',
      'source-layer': 'roads',
      minzoom: 12.6,
      filter: ['!', kinds('path', 'track')],
      layout: {
        'symbol-placement': 'line',
        'text-field': name,
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 11, 17, 14],
        'symbol-spacing': 320,
        'text-max-angle': 32,
        'text-padding': 6
      },
      paint: { 'text-color': c.street, ...halo }
    },
    {
      id: 'poi-names',
      type: 'symbol',
      source: 'region',
      'source-layer': 'pois',
      minzoom: 15,
      // Bus and tram stops are labelled only from zoom 16.5, because most have the name of their street, which has a label
      // anyway.
      filter: ['any', ['!', kinds('bus_stop', 'platform', 'stop_position', 'tram_stop')], ['>=', ['zoom'], 16.5]],
      layout: {
        'text-field': name,
        'text-font': font,
        'text-size': 11,
        'text-max-width': 8,
        'text-padding': 12
      },
      paint: { 'text-color': c.street, ...halo }
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'region',
      'source-layer': 'places',
      filter: ['any', ['!', kinds('locality', 'hamlet')], ['>=', ['zoom'], 13]],
      layout: {
        'text-field': name,
        'text-font': font,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          9,
          ['match', ['get', 'kind'], ['city', 'town'], 13, 11],
          14,
          ['match', ['get', 'kind'], ['city', 'town'], 17, ['village', 'suburb'], 15, 12]
        ],
        'symbol-sort-key': ['match', ['get', 'kind'], ['city', 'town'], 0, ['village'], 1, ['suburb'], 2, 3],
        'text-max-width': 8,
        'text-padding': 4,
        // A label moves to another side when a pin covers its place, instead of disappearing.
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.3,
        'text-justify': 'auto'
      },
      paint: { 'text-color': c.label, ...halo }
    }
  ]
}

/**
 * The map style of the embedded map: the region's tiles in our colours, with labels in the page's language if available. It
 * needs no glyph server, because labels are drawn with the page's own fonts.
 */
export function regionStyle(theme: 'light' | 'dark', tilesUrl: string, language: string): StyleSpecification {
  const c = palettes[theme]
  const name: ExpressionSpecification = ['coalesce', ['get', `name:${language}`], ['get', 'name']]
  return {
    version: 8,
    sources: { region: { type: 'vector', url: `pmtiles://${tilesUrl}`, attribution } },
    layers: [...groundLayers(c), ...lineLayers(c), ...roadLayers(c), ...labelLayers(c, name)]
  }
}
