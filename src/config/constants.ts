/*
 * Sizes and times of the interface that the specification fixes (section 9). Values that the database enforces (lead time of a
 * later ride, radii, number of stops) are defined there and arrive with its responses.
 */

/** Debounce of searches for places, people, drivers and bookings. */
export const AUTOCOMPLETE_DEBOUNCE_MS = 200

/** After this much scrolling the header gets an opaque background. */
export const HEADER_SOLID_AFTER_PX = 400

/** How long the driver's "off duty" request may take before signing out goes on without it. */
export const SIGN_OUT_DELAY_MS = 2000
/** Storage key of the push subscription and of the person who turned pushes on in this browser. */
export const PUSH_KEPT = 'hackney.push'

/** After a payment the dialog shows the success for this long, then closes. */
export const PAYMENT_CLOSE_MS = 1500

/** How long the cancellation of a booking that was never paid can be undone. */
export const INCOMPLETE_CANCEL_MS = 1500

/** Width of the portal's drawer: beside the page on a desktop, over it on a phone. */
export const DRAWER_WIDTH_PX = 240
export const DRAWER_OVER_WIDTH_PX = 260

/** Initial zoom of the dashboard's map. */
export const DASHBOARD_MAP_ZOOM = 10
export const DASHBOARD_MAP_HEIGHT_PX = 480

/** How long "profile saved" stays visible. */
export const PROFILE_SAVED_MS = 10_000

/** A table cell is saved this long after the last keystroke. */
export const TABLE_EDIT_PAUSE_MS = 600

/** How long a just-uploaded picture is marked as new. */
export const IMAGE_SPINNER_MS = 10_000
