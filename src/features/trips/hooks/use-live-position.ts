import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { pollWithout } from '@/lib/live'
import { useBroadcast } from '@/lib/use-broadcast'
import { usePositionTopic } from '@/lib/use-position-topic'
import { useLastPosition } from '../api/get-last-position'
import { newer, readPosition } from '../freshness'
import type { LivePosition } from '../model'

/** Without the channel a car still moves on the map, if in jumps (ms). */
const POLL_MS = 5000

/**
 * Where the driver is, live: the last stored position first, then each broadcast of the driver's phone.
 *
 * @param trip null leaves the topic, which is what happens when the trip ends
 */
export function useLivePosition(
  trip: { bookingId: string; driverId: string; acceptedAt: string | null } | null
): LivePosition | null {
  const [live, setLive] = useState<{ topic: string; position: LivePosition } | null>(null)
  const { mutate } = useSWRConfig()
  const driverId = trip?.driverId ?? null
  const topic = usePositionTopic(trip)

  const channel = useBroadcast(topic, (message) => {
    if (!message) {
      // Joined anew after a gap: what was stored in between is newer than what is on screen.
      void mutate(['last-position', driverId])
      return
    }
    const position = message.event === 'position' ? readPosition(message.payload) : null
    if (!position || !topic) return
    setLive((old) => ({
      topic,
      position: newer(old?.topic === topic ? old.position : null, position) ?? position
    }))
  })

  const { data: seed } = useLastPosition(driverId, pollWithout(channel, true, POLL_MS))

  if (!trip) return null
  return newer(seed ?? null, live?.topic === topic ? live.position : null)
}
