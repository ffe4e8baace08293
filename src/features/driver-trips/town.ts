/**
 * The town of an address: Vaduz of "Städtle 12, 9490 Vaduz". Null if the address consists of coordinates, as for a point
 * without a name.
 */
export function townOf(address: string | undefined): string | null {
  const [last = ''] = (address ?? '').split(',').slice(-1)
  const town = last.replace(/^[\s\d–-]+/u, '').trim()
  return /\p{L}/u.test(town) ? town : null
}
