import { ImportError } from './blocks.ts'

/** A rectangle on the map: [west, south, east, north] in degrees. */
export type Box = [number, number, number, number]

/** Largest latitude in degrees that the map's projection can show. */
const MAX_LAT = 85

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/

/**
 * Parses the value of `--bbox`: "west,south,east,north".
 *
 * @throws {ImportError} if it is invalid, or contains latitudes that the map's projection cannot show
 */
export function parseBox(text: string): Box {
  const numbers = text.split(',').map((part) => (NUMBER.test(part) ? Number(part) : Number.NaN))
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  const wrong = (what: string) => new ImportError(`--bbox ${text}: ${what}`)
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) {
    throw wrong('give four numbers in degrees, as west,south,east,north')
  }
  if (Math.abs(west) > 180 || Math.abs(east) > 180) throw wrong('longitudes lie between -180 and 180')
  if (Math.abs(south) > MAX_LAT || Math.abs(north) > MAX_LAT) {
    throw wrong(`latitudes lie between -${MAX_LAT} and ${MAX_LAT}`)
  }
  const pairs = [
    west >= east && 'west has to be less than east (a box over the date line is not supported)',
    south >= north && 'south has to be less than north'
  ]
  const reversed = pairs.filter(Boolean).join(', and ')
  if (reversed) throw wrong(reversed)
  return [west, south, east, north]
}

export function isInside([west, south, east, north]: Readonly<Box>, lng: number, lat: number): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

/** Returns the intersection of two boxes; null if they do not overlap. */
export function overlap(a: Readonly<Box>, b: Readonly<Box>): Box | null {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[0] < box[2] && box[1] < box[3] ? box : null
}
