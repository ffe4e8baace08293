/** Places of Liechtenstein, the region of the tests. */

/** A place as a booking takes it: degrees and an address. */
export interface Place {
  lat: number
  lng: number
  add: string
}

export const vaduz: Place = { lat: 47.141, lng: 9.5209, add: 'Städtle, Vaduz' }
export const schaan: Place = { lat: 47.1654, lng: 9.5087, add: 'Landstrasse, Schaan' }
