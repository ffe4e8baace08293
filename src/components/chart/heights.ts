/* In pixels, where a page asks for no other. */

export const barHeight = 220
export const lineHeight = 200
