import type { ShapeLayer, ShapesProps } from './engine'

/** A source's cluster options. */
export function clusterOptions(cluster: ShapesProps['cluster']) {
  if (!cluster) return {}
  const { radius, maxZoom, properties } = cluster
  return { cluster: true, clusterRadius: radius, clusterMaxZoom: maxZoom, clusterProperties: properties }
}

/** Layers, below a named one if given. */
export function layersOf(layers: readonly ShapeLayer[], below: string | undefined) {
  return layers.map((layer) => (below ? { ...layer, beforeId: below } : layer))
}
