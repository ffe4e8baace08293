import type { Feature } from 'geojson'

export type LayerName = 'water' | 'landuse' | 'buildings' | 'roads' | 'rail' | 'boundary' | 'places' | 'pois'

/** A feature with the first zoom at which it is drawn. */
export interface LayerFeature {
  minZoom: number
  feature: Feature
}

export type Layers = Record<LayerName, LayerFeature[]>
