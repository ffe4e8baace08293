import type { LatLng } from './types.ts'

/**
 * Encodes points as a polyline of precision 5.
 *
 * Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function encodePolyline(points: readonly LatLng[]): string {
  let text = ''
  let lastLat = 0
  let lastLng = 0
  for (const point of points) {
    const lat = Math.round(point.lat * 1e5)
    const lng = Math.round(point.lng * 1e5)
    text += encodeNumber(lat - lastLat) + encodeNumber(lng - lastLng)
    lastLat = lat
    lastLng = lng
  }
  return text
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>= 5
  }
  return text + String.fromCharCode(rest + 63)
}

/** Decodes a polyline of precision 5. */
export function decodePolyline(text: string): LatLng[] {
  const points: LatLng[] = []
  let position = 0
  let lat = 0
  let lng = 0
  while (position < text.length) {
    lat += decodeNumber()
    lng += decodeNumber()
    points.push({ lat: lat / 1e5, lng: lng / 1e5 })
  }
  return points

  function decodeNumber(): number {
    let result = 0
    let shift = 0
    let byte = 0x20
    while (byte >= 0x20 && position < text.length) {
      byte = text.charCodeAt(position++) - 63
      result |= (byte & 0x1f) << shift
      shift += 5
    }
    return result & 1 ? ~(result >> 1) : result >> 1
  }
}
