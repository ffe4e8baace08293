/** Returns the whole minutes that remain; at least 1, because 0 would mean that the car has arrived. */
export function minutesLeft(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60))
}
