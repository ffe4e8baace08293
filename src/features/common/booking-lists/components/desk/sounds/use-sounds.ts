import { useEffect, useMemo, useRef, useState } from 'react'
import type { BroadcastMessage } from '@/lib/server/channels'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { readStored, store } from '@/lib/storage/stored'
import { serverNow } from '@/lib/time/server-clock'
import type { AttentionRow } from '../attention/use-attention'
import type { Melody } from './tones'

export const VOLUMES = ['off', 'quiet', 'normal', 'loud'] as const
export type Volume = (typeof VOLUMES)[number]

const loudness: Record<Volume, number> = { off: 0, quiet: 0.25, normal: 0.5, loud: 1 }

/** Loads the sounds as soon as the desk is shown, so that an alarm can also be heard offline. */
const loadTones = () => import('./tones')

const play = (melody: Melody, volume: number) =>
  void loadTones().then(
    (tones) => tones.play(melody, volume),
    () => {}
  )

const keyOf = (personId: string) => `hackney.sound.${personId}`

/** Returns the volume that this person chose in this browser, and a function to change it. */
export function useVolume(personId: string) {
  const [volume, setVolume] = useState<Volume>(
    () => VOLUMES.find((known) => known === readStored(keyOf(personId))) ?? 'normal'
  )
  useEffect(() => {
    loadTones().catch(() => {})
  }, [])
  return useMemo(() => {
    const change = (next: Volume) => {
      setVolume(next)
      store(keyOf(personId), next)
      play('arrival', loudness[next])
    }
    return { volume, change }
  }, [volume, personId])
}

/** Age (ms) from which a booking no longer counts as new. */
const NEW_MS = 600_000

/** Returns when a booking was created (ms since the epoch). Its id begins with the time (UUID version 7). */
export const bornAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Plays a soft sound for each new booking. */
export function useArrivalSound(topic: string, volume: Volume, rows: readonly { id: string }[]): void {
  const newest = useRef(0)
  useEffect(() => {
    for (const { id } of rows) newest.current = Math.max(newest.current, bornAt(id))
  }, [rows])
  useBroadcast(
    topic,
    (message?: BroadcastMessage) => {
      const id = message?.payload.id
      const born = typeof id === 'string' ? bornAt(id) : 0
      if (born <= newest.current || serverNow() - born > NEW_MS) return
      newest.current = born
      play('arrival', loudness[volume])
    },
    { events: ['booking'] }
  )
}

/** Until an alarm is closed, its sound repeats every `AGAIN_MS` ms, at least at the volume `LEAST` even if sounds are off. */
const AGAIN_MS = 8000
const LEAST = 0.5

/** Plays the alarm sound for as long as there is an alarm. */
export function useAlarmSound(rows: readonly AttentionRow[] | undefined, volume: Volume): void {
  const alarms = rows?.filter(({ is_alarm }) => is_alarm).map(({ alarm_id }) => alarm_id)
  const key = alarms?.join() ?? ''
  const loud = Math.max(LEAST, loudness[volume])
  useEffect(() => {
    if (key === '') return
    play('alarm', loud)
    const timer = setInterval(() => play('alarm', loud), AGAIN_MS)
    return () => clearInterval(timer)
  }, [key, loud])
}
