/**
 * What clients may send on private topics. The first key is the part of the topic before the first colon. The second key is the
 * event. The value returns whether a payload is allowed.
 */
export type Contract = Record<string, Record<string, (payload: unknown) => boolean>>

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

/** Lowest and highest allowed values in a position that a driver reports. Every field except the coordinates is optional. */
const position: Record<string, [least: number, most: number]> = {
  lat: [-85, 85],
  lng: [-180, 180],
  heading: [0, 360],
  accuracy: [0, 10_000],
  speed: [0, 1000],
  // Time of the position: milliseconds since 1970, until the year 2200.
  at: [0, 7_258_118_400_000]
}

function isPosition(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { lat, lng } = payload as Record<string, unknown>
  if (typeof lat !== 'number' || typeof lng !== 'number') return false
  return Object.entries(payload).every(([name, value]) => {
    const bounds = Object.hasOwn(position, name) ? position[name] : undefined
    return bounds !== undefined && (value === null || isWithin(value, ...bounds))
  })
}

/** What clients of the product may send. The database sends all other messages; docs/build/realtime.md lists them. */
export const productContract: Contract = { position: { position: isPosition } }

/**
 * Returns whether visitors who have not signed in may join a private topic, if the policies admit them. Such a topic belongs to
 * an applicant, who has no session yet.
 */
export const isForVisitors = (topic: string): boolean => topic.startsWith('application:')

/**
 * Returns whether the contract allows this event with this payload on this topic. Without a contract everything is allowed, and
 * only the policies decide.
 */
export function isKnown(contract: Contract | undefined, topic: string, event: unknown, payload: unknown): boolean {
  if (!contract) return true
  const [kind = ''] = topic.split(':', 1)
  const events = Object.hasOwn(contract, kind) ? contract[kind] : undefined
  if (!events || typeof event !== 'string' || !Object.hasOwn(events, event)) return false
  return events[event]?.(payload) ?? false
}
