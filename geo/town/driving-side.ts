import type { Extract } from '../osm/extract.ts'
import { ringArea } from '../osm/multipolygon.ts'
import { isClosed, wayLine } from '../tiles/features.ts'

export type Side = 'left' | 'right'

/**
 * Countries and territories (ISO 3166) in which people drive on the left. Source: the borders of the package
 * `@rapideditor/country-coder` 5.6.1, which OpenStreetMap's editors use, as of November 2026.
 */
const LEFT =
  'AG AI AU BB BD BM BN BS BT BW CC CK CX CY DM FJ FK GB GD GG GS GY HK HM ID IE IM IN JE JM JP KE KI KN KY LC LK LS MO MS MT MU MV MW MY MZ NA NF NP NR NU NZ PG PK PN SB SC SG SH SR SZ TC TH TK TL TO TT TV TZ UG VC VG VI WS ZA ZM ZW'

/**
 * Returns on which side of the road people drive. The map shows it: a roundabout is drawn in its direction, and that is against
 * the clock where people drive on the right. A map without roundabouts has the side of its country.
 *
 * @param country returns the country of the region (ISO 3166); empty if unknown
 */
export function drivingSide(extract: Extract, country: () => string): Side {
  let [left, right] = [0, 0]
  for (const way of extract.ways.values()) {
    const { highway, junction, oneway } = way.tags
    if (!highway || junction !== 'roundabout' || oneway === '-1' || oneway === 'no' || !isClosed(way)) continue
    if (ringArea(wayLine(way, extract)) > 0) right++
    else left++
  }
  if (left !== right) return left > right ? 'left' : 'right'
  return LEFT.split(' ').includes(country()) ? 'left' : 'right'
}
