import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../src/types/database.ts'
import type { Fix } from '../car.ts'
import type { Account } from './sessions.ts'

/**
 * A driver's connection during a trip. It receives the booking's messages, and sends the car's position to people who watch it.
 */
export interface TripLine {
  send(fix: Fix): void
  /** Stops sending positions; the chat continues. */
  park(): void
  close(): void
}

export type OpenTripLine = (account: Account, bookingId: string, topic: string | null, hear: () => void) => TripLine

/** Creates connections with supabase-js, as the driver's page does, so that people see these cars exactly like real ones. */
export function createLines(url: string, key: string): OpenTripLine {
  return (account, bookingId, topic, hear) => {
    const client = createClient<Database>(url, key, { accessToken: account.token })
    const config = { config: { private: true, broadcast: { self: false } } }
    const news = client.channel(`booking:${bookingId}`, config).on('broadcast', { event: '*' }, hear)
    let car = topic ? client.channel(topic, config) : null
    // Set the current access token first, because supabase-js sends it when it joins a channel.
    void client.realtime.setAuth().then(() => {
      news.subscribe()
      car?.subscribe()
    })
    return {
      send({ lat, lng, heading, at }) {
        // Skip positions until the channel is joined: before that, supabase-js would send each by a separate HTTP request.
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
