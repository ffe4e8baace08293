// The id of a house or crossing is the street's id with a digest of the house number or crossing. These ids are not stored:
// there are too many, and an interpolated house is stored nowhere. To find the place for an id, compute the ids of the street's
// houses and crossings and compare.

const DIGEST = 9
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'

/** Returns the id of a house or crossing on a street. @param what identifies it on the street, for example a house number */
export function idOnStreet(streetId: string, what: string): string {
  return streetId + digest(`${streetId} ${what}`)
}

/** Returns the street's id at the beginning of an id from `idOnStreet`; null if the id is too short. */
export function streetOf(id: string): string | null {
  return id.length > DIGEST ? id.slice(0, -DIGEST) : null
}

/**
 * Returns a hash of 53 bits as 9 letters. Source: cyrb53,
 * https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js (public domain).
 */
function digest(text: string): string {
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  let rest = 4294967296 * (2097151 & h2) + (h1 >>> 0)
  let letters = ''
  for (let i = 0; i < DIGEST; i++) {
    letters += LETTERS[rest % 64]
    rest = Math.floor(rest / 64)
  }
  return letters
}
