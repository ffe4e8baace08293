import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import { usePaced } from '@/lib/use-paced'
import { type LivePosition, newer, readPosition } from './position'
import { usePositionTopic } from './position-topic'

/** Polling interval without the channel (ms). */
const POLL_MS = 5000

/** The car glides between two shown positions, so a page needs no more of them than this, however often a phone reports (ms). */
const SHOWN_MS = 250

interface LiveUpdate {
  topic: string
  position: LivePosition
}

interface Followed {
  position: LivePosition | null
  /** Requested, but missing or unreadable. */
  isUnknown: boolean
}

/**
 * The driver's live position: first the last stored one, then each broadcast of the phone.
 *
 * @param trip null leaves the topic, as after the trip's end
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
      // After rejoining: stored positions from the gap are newer than the shown one.
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

/** A driver's last position, before the first live one; null if the caller may not know it. */
export async function getLastPosition(driverId: string): Promise<LivePosition | null> {
  const rows = await unwrap(
    supabase.from('driver_positions').select('lat,lng,heading,updated_at').eq('driver_id', driverId).limit(1)
  )
  const last = rows[0]
  return last ? { lat: last.lat, lng: last.lng, heading: last.heading, at: Date.parse(last.updated_at) } : null
}

/** The last known position, polled each `refreshInterval` ms (0: once); not for a null id. */
export function useLastPosition(driverId: string | null, refreshInterval: number) {
  return useSWR(driverId ? ['last-position', driverId] : null, ([, id]) => getLastPosition(id), { refreshInterval })
}
