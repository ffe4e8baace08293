/* Default height in pixels. */

export const barHeight = 220
export const lineHeight = 200
