/**
 * Returns the town of an address: "Vaduz" for "Städtle 12, 9490 Vaduz". Null if the address consists of coordinates, because
 * the place then has no name.
 */
export function townOf(address: string | undefined): string | null {
  const [last = ''] = (address ?? '').split(',').slice(-1)
  const town = last.replace(/^[\s\d–-]+/u, '').trim()
  return /\p{L}/u.test(town) ? town : null
}
