/*
 * Sizes and times of the interface that the specification fixes (section 9). What the database decides by (the lead time of a
 * later ride, radii, how many stops) stands there and comes with its answers.
 */

/** A pause in typing after which places, people, drivers and bookings are searched. */
export const AUTOCOMPLETE_DEBOUNCE_MS = 200

/** Past so much scrolling the header stands on a ground of its own. */
export const HEADER_SOLID_AFTER_PX = 400

/** How long a driver's "I am off duty" may take before the session ends anyway. */
export const SIGN_OUT_DELAY_MS = 2000
/** Where this browser keeps who turned its pushes on. */
export const PUSH_KEPT = 'hackney.push'

/** A dialog in which something was paid says so for a moment. */
export const PAYMENT_CLOSE_MS = 1500

/** For so long the cancellation of a booking that was never paid can be taken back. */
export const INCOMPLETE_CANCEL_MS = 1500

/** The portal's drawer beside the page, and over it on a phone. */
export const DRAWER_WIDTH_PX = 240
export const DRAWER_OVER_WIDTH_PX = 260

/** The dashboard's map. */
export const DASHBOARD_MAP_ZOOM = 10
export const DASHBOARD_MAP_HEIGHT_PX = 480

/** How long the word stands that a profile was saved. */
export const PROFILE_SAVED_MS = 10_000

/** What is typed into a cell of a table is saved when the hand rests for so long. */
export const TABLE_EDIT_PAUSE_MS = 600

/** How long a picture that was just uploaded shows that it is new. */
export const IMAGE_SPINNER_MS = 10_000
