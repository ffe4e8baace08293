/** Whole minutes that remain; never 0 while the car is still driving. */
export function minutesLeft(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60))
}
