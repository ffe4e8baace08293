/** Layers from bottom to top, in the order of a tile. */
export const LAYERS = ['landuse', 'water', 'boundary', 'buildings', 'rail', 'roads', 'pois', 'places'] as const
export type LayerName = (typeof LAYERS)[number]
