/** Sizes and times of the pages that the specification fixes (section 9), in pixels and ms. */

/** The portal's drawer beside the page, and over it on a phone. */
export const DRAWER_WIDTH_PX = 240
export const DRAWER_OVER_WIDTH_PX = 260

/** A pause in typing after which places and bookings are searched. */
export const AUTOCOMPLETE_DEBOUNCE_MS = 200
