/** Layers from bottom to top, as they stand in a tile. */
export const LAYERS = ['landuse', 'water', 'boundary', 'buildings', 'rail', 'roads', 'pois', 'places'] as const
export type LayerName = (typeof LAYERS)[number]
