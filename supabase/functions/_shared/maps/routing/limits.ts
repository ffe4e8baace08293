/** Points that one request may hold, start and end included. */
export const MAX_POINTS = 25
