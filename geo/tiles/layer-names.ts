/** Names of the layers of a tile, from bottom to top. */
export const LAYERS = ['landuse', 'water', 'boundary', 'buildings', 'rail', 'roads', 'pois', 'places'] as const
export type LayerName = (typeof LAYERS)[number]
