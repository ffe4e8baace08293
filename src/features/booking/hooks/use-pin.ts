import { useRef, useState } from 'react'
import { reverse } from '@/entities/place'
import { type LatLng, latLngText, type Place } from '@/lib/geo'
import { type Draft, placeAt, type Slot } from '../model'

interface Pin {
  slot: Slot
  at: LatLng
  place: Place | null
}

/** Pointing out a place on the map: where the pin stands, and what is there. */
export function usePin(draft: Draft, home: LatLng | null, onUse: (slot: Slot, place: Place) => void) {
  const [pin, setPin] = useState<Pin | null>(null)
  const asked = useRef(0)

  const look = async (slot: Slot, at: LatLng, delay: number) => {
    const turn = ++asked.current
    setPin({ slot, at, place: null })
    // Arrow keys come in a row: only where the pin rests is asked for.
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (turn !== asked.current) return
    const place = await reverse(at).catch(() => ({ ...at, add: latLngText(at) }))
    if (turn === asked.current) setPin({ slot, at, place })
  }

  return {
    pin,
    start: (slot: Slot) => {
      const at = placeAt(draft, slot) ?? draft.pickup ?? draft.drop ?? home
      if (at) void look(slot, { lat: at.lat, lng: at.lng }, 0)
    },
    move: (at: LatLng) => {
      if (pin) void look(pin.slot, at, 250)
    },
    use: () => {
      if (pin?.place) onUse(pin.slot, pin.place)
      setPin(null)
    },
    cancel: () => {
      asked.current++
      setPin(null)
    }
  }
}

export type PinControl = ReturnType<typeof usePin>
