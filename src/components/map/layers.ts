import type { ShapeLayer, ShapesProps } from './engine'

/** Returns the props of a map source that set its clustering. */
export function clusterOptions(cluster: ShapesProps['cluster']) {
  if (!cluster) return {}
  const { radius, maxZoom, properties } = cluster
  return { cluster: true, clusterRadius: radius, clusterMaxZoom: maxZoom, clusterProperties: properties }
}

/**
 * Returns the layers with the prop that places them below the layer `below`. If `below` is undefined, the layers are unchanged.
 */
export function layersOf(layers: readonly ShapeLayer[], below: string | undefined) {
  return layers.map((layer) => (below ? { ...layer, beforeId: below } : layer))
}
