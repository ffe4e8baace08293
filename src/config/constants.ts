/*
 * Sizes and times of the interface that section 9 of the specification fixes. Values that the database enforces (lead time of a
 * later ride, radii, number of stops) are defined in the database and arrive with its responses.
 */

/** Pause in typing before searching for places, people, drivers and bookings (ms). */
export const AUTOCOMPLETE_DEBOUNCE_MS = 200

/** After this much scrolling the header gets an opaque background. */
export const HEADER_SOLID_AFTER_PX = 400

/** How long signing out waits for the request that takes a driver off duty (ms); then it continues without. */
export const SIGN_OUT_DELAY_MS = 2000
/** Key in the browser's storage for the push subscription and for the person who turned pushes on. */
export const PUSH_KEPT = 'hackney.push'

/** How long the payment dialog shows its success before it closes (ms). */
export const PAYMENT_CLOSE_MS = 1500

/** How long the cancellation of a booking that was never paid can be undone (ms). */
export const INCOMPLETE_CANCEL_MS = 1500

/** Width of the portal's drawer: beside the page on a desktop, over it on a phone. */
export const DRAWER_WIDTH_PX = 240
export const DRAWER_OVER_WIDTH_PX = 260

/** Initial zoom of the dashboard's map. */
export const DASHBOARD_MAP_ZOOM = 10
export const DASHBOARD_MAP_HEIGHT_PX = 480

/** How long the message "profile saved" stays visible (ms). */
export const PROFILE_SAVED_MS = 10_000

/** Pause after the last key before an edited table cell is saved (ms). */
export const TABLE_EDIT_PAUSE_MS = 600

/** How long a picture that was just uploaded is marked as new (ms). */
export const IMAGE_SPINNER_MS = 10_000
