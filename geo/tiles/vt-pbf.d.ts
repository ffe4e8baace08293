declare module 'vt-pbf' {
  /** Encodes the tiles of geojson-vt, by layer name, as one vector tile. */
  function fromGeojsonVt(layers: Record<string, unknown>, options?: { version?: number; extent?: number }): Uint8Array
  export default { fromGeojsonVt }
}
