/** A car that is closer than this (km) is at its destination. Rounded to ten metres, its distance would read "0 m" or "10 m". */
const AT_GOAL_KM = 0.01

/** Returns whether a car with this distance ahead (km) is at its destination. The page then names the place, not the distance. */
export const isAtGoal = (remainingKm: number): boolean => remainingKm < AT_GOAL_KM
