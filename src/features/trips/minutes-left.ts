/** Whole minutes as people say them: never "0 min" while the car still drives. */
export function minutesLeft(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60))
}
