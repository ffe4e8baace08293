/**
 * The town in the words of an address: "Städtle 12, 9490 Vaduz" is in Vaduz. Null where nobody knows a name for a point, and
 * its coordinates stand for it.
 */
export function townOf(address: string | undefined): string | null {
  const [last = ''] = (address ?? '').split(',').slice(-1)
  const town = last.replace(/^[\s\d–-]+/u, '').trim()
  return /\p{L}/u.test(town) ? town : null
}
