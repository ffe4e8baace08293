/* Default heights of the two kinds of charts (px). */

export const barHeight = 220
export const lineHeight = 200
