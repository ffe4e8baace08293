/** Largest number of points of one request, start and end included. */
export const MAX_POINTS = 25
