import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import { usePaced } from '@/lib/use-paced'
import { type LivePosition, newer, readPosition } from './position'
import { usePositionTopic } from './position-topic'

/** Without the channel a car still moves on the map, if in jumps (ms). */
const POLL_MS = 5000

/** Between two that are shown a car glides, so a page needs no more of them than this, however many a phone tells (ms). */
const SHOWN_MS = 250

interface Told {
  topic: string
  position: LivePosition
}

interface Followed {
  position: LivePosition | null
  /** Was asked for, and is not there or could not be read. */
  isUnknown: boolean
}

/**
 * Where the driver is, live: the last stored position first, then each broadcast of the driver's phone.
 *
 * @param trip null leaves the topic, which is what happens when the trip ends
 */
export function useLivePosition(
  trip: { bookingId: string; driverId: string; acceptedAt: string | null } | null
): Followed {
  const [live, setLive] = useState<Told | null>(null)
  const { mutate } = useSWRConfig()
  const driverId = trip?.driverId ?? null
  const topic = usePositionTopic(trip)
  const show = usePaced<Told>(({ topic, position }) => {
    setLive((old) => ({
      topic,
      position: newer(old?.topic === topic ? old.position : null, position) ?? position
    }))
  }, SHOWN_MS)

  const channel = useBroadcast(topic, (message) => {
    if (!message) {
      // Joined anew after a gap: what was stored in between is newer than what is on screen.
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

/** Where a driver was last, for the moment before the first live position; null where the caller may not know. */
export async function getLastPosition(driverId: string): Promise<LivePosition | null> {
  const rows = await unwrap(
    supabase.from('driver_positions').select('lat,lng,heading,updated_at').eq('driver_id', driverId).limit(1)
  )
  const last = rows[0]
  return last ? { lat: last.lat, lng: last.lng, heading: last.heading, at: Date.parse(last.updated_at) } : null
}

/** The last known position, asked for each `refreshInterval` ms (0: once); not at all with a null id. */
export function useLastPosition(driverId: string | null, refreshInterval: number) {
  return useSWR(driverId ? ['last-position', driverId] : null, ([, id]) => getLastPosition(id), { refreshInterval })
}
