import { distanceKm } from '@/lib/geo'
import type { Fix } from './model'

/** Movements shorter than this (m) count as standing still for the meter. */
const METRES = 25
/** Interval in which a slow or waiting car adds a position (ms). */
const PAUSE_MS = 5000

/**
 * Whether a position adds something to a trail that ends with `last`. A phone measures one each second, and most of them add
 * nothing.
 */
export function isNews(last: Fix | null, fix: Fix): boolean {
  return !last || fix.at - last.at >= PAUSE_MS || distanceKm(last, fix) * 1000 >= METRES
}
