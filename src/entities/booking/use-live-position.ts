import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { usePaced } from '@/lib/hooks/use-paced'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { type LivePosition, newer, readPosition } from './position'
import { usePositionTopic } from './position-topic'

/** Interval between requests for the position while the broadcast channel is down (ms). */
const POLL_MS = 5000

/**
 * Minimum interval between two shown positions (ms), however often a phone reports. The map moves the car smoothly from one
 * position to the next, so more positions are not needed.
 */
const SHOWN_MS = 250

interface LiveUpdate {
  topic: string
  position: LivePosition
}

interface Followed {
  position: LivePosition | null
  /** True if the position was requested, but is missing or unreadable. */
  isUnknown: boolean
}

/**
 * The driver's live position: first the last stored position, then each position that the phone broadcasts.
 *
 * @param trip null stops following, as after the trip's end
 */
export function useLivePosition(
  trip: { bookingId: string; driverId: string; acceptedAt: string | null } | null
): Followed {
  const [live, setLive] = useState<LiveUpdate | null>(null)
  const { mutate } = useSWRConfig()
  const driverId = trip?.driverId ?? null
  const topic = usePositionTopic(trip)
  const show = usePaced<LiveUpdate>(({ topic, position }) => {
    setLive((old) => ({
      topic,
      position: newer(old?.topic === topic ? old.position : null, position) ?? position
    }))
  }, SHOWN_MS)

  const channel = useBroadcast(topic, (message) => {
    if (!message) {
      // The channel was down, so the stored position may now be newer than the one shown: request it again.
      void mutate(['last-position', driverId])
      return
    }
    const position = message.event === 'position' ? readPosition(message.payload) : null
    if (position && topic) show({ topic, position })
  })

  const { data: seed, error } = useLastPosition(driverId, pollInterval(channel, true, POLL_MS))

  if (!trip) return { position: null, isUnknown: false }
  const position = newer(seed ?? null, live?.topic === topic ? live.position : null)
  return { position, isUnknown: position === null && (seed === null || error !== undefined) }
}

/** Reads a driver's last stored position; null if there is none or the caller may not see it. */
export async function getLastPosition(driverId: string): Promise<LivePosition | null> {
  const rows = await unwrap(
    supabase.from('driver_positions').select('lat,lng,heading,updated_at').eq('driver_id', driverId).limit(1)
  )
  const last = rows[0]
  return last ? { lat: last.lat, lng: last.lng, heading: last.heading, at: Date.parse(last.updated_at) } : null
}

/** A driver's last stored position, requested every `refreshInterval` ms (0: once). A null id requests nothing. */
export function useLastPosition(driverId: string | null, refreshInterval: number) {
  return useSWR(driverId ? ['last-position', driverId] : null, ([, id]) => getLastPosition(id), { refreshInterval })
}
