import { distanceKm } from '@/lib/geo'
import type { Fix } from './model'

/** The meter takes what is nearer for a car that stands. */
const METRES = 25
/** A car that crawls or waits says so this often (ms). */
const PAUSE_MS = 5000

/** Whether a fix adds something to the trail that ends with `last`. A phone tells one a second; most say nothing new. */
export function isNews(last: Fix | null, fix: Fix): boolean {
  return !last || fix.at - last.at >= PAUSE_MS || distanceKm(last, fix) * 1000 >= METRES
}
