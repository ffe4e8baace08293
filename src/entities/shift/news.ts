import { distanceKm } from '@/lib/geo/geo'
import type { Fix } from './model'

/** Movements shorter than this (m) count as standing still, as in the server's measurement of a trip (`app.trail`). */
const METRES = 25
/** A car that moves less than `METRES` adds a position after this time (ms). */
const PAUSE_MS = 5000

/**
 * Whether a position should be added to a trail that ends with `last`. A phone measures one position each second, and most of
 * them add nothing.
 */
export function isNews(last: Fix | null, fix: Fix): boolean {
  return !last || fix.at - last.at >= PAUSE_MS || distanceKm(last, fix) * 1000 >= METRES
}
