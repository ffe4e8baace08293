import { distanceKm } from '@/lib/geo'
import type { Fix } from './model'

/** The meter counts shorter movements as standing still. */
const METRES = 25
/** A slow or waiting car reports this often (ms). */
const PAUSE_MS = 5000

/** Whether a fix adds something to the trail that ends with `last`. A phone has one a second; most add nothing. */
export function isNews(last: Fix | null, fix: Fix): boolean {
  return !last || fix.at - last.at >= PAUSE_MS || distanceKm(last, fix) * 1000 >= METRES
}
