import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../src/types/database.ts'
import type { Fix } from '../car.ts'
import type { Account } from './sessions.ts'

/** A driver's connection during a trip: the booking's messages, and the car's position for the people who follow it. */
export interface TripLine {
  send(fix: Fix): void
  /** Stops sending positions; the chat continues. */
  park(): void
  close(): void
}

export type OpenTripLine = (account: Account, bookingId: string, topic: string | null, hear: () => void) => TripLine

/** Opens connections by supabase-js, like the driver's page, because people watch these cars. */
export function createLines(url: string, key: string): OpenTripLine {
  return (account, bookingId, topic, hear) => {
    const client = createClient<Database>(url, key, { accessToken: account.token })
    const config = { config: { private: true, broadcast: { self: false } } }
    const news = client.channel(`booking:${bookingId}`, config).on('broadcast', { event: '*' }, hear)
    let car = topic ? client.channel(topic, config) : null
    // Set the latest token first, because a join sends it.
    void client.realtime.setAuth().then(() => {
      news.subscribe()
      car?.subscribe()
    })
    return {
      send({ lat, lng, heading, at }) {
        // Skip a position until the channel is joined: supabase-js would send it by a separate request.
        if (car?.state !== 'joined') return
        void car.send({ type: 'broadcast', event: 'position', payload: { lat, lng, heading, at } })
      },
      park() {
        if (car) void client.removeChannel(car)
        car = null
      },
      close() {
        void client.removeAllChannels().then(() => client.realtime.disconnect())
      }
    }
  }
}
