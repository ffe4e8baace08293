/*
 * Sizes and times of the interface that section 9 of the specification fixes. Values that the database enforces are defined in
 * the database, and the page gets them with its responses. Examples are the minimum time before a later ride, radii and the
 * number of stops.
 */

/** Pause after the last key before places, people, drivers or bookings are searched for (ms). */
export const AUTOCOMPLETE_DEBOUNCE_MS = 200

/** Scrolled distance after which the header gets an opaque background. */
export const HEADER_SOLID_AFTER_PX = 400

/**
 * How long signing out waits for its requests (ms). They take a driver off duty, turn pushes off, and end the session on the
 * server. After that time, signing out continues without them.
 */
export const SIGN_OUT_DELAY_MS = 2000
/** Key in the browser's storage under which the push subscription and the person who turned pushes on are stored. */
export const PUSH_KEPT = 'hackney.push'

/** How long the payment dialog shows its success before it closes (ms). */
export const PAYMENT_CLOSE_MS = 1500

/** How long the cancellation of a booking that was never paid can be undone (ms). */
export const INCOMPLETE_CANCEL_MS = 1500

/**
 * Width of the portal's drawer if it is beside the page, as on a desktop. `DRAWER_OVER_WIDTH_PX` is its width over the page, as
 * on a phone.
 */
export const DRAWER_WIDTH_PX = 240
export const DRAWER_OVER_WIDTH_PX = 260

/** Zoom level with which the dashboard's map starts, unless the region needs another one (deskZoom). */
export const DASHBOARD_MAP_ZOOM = 10
export const DASHBOARD_MAP_HEIGHT_PX = 480

/** How long the message "profile saved" stays visible (ms). */
export const PROFILE_SAVED_MS = 10_000

/** Pause after the last key before the edited cell of a table is saved (ms). */
export const TABLE_EDIT_PAUSE_MS = 600

/** How long a picture that was just uploaded is marked as new (ms). */
export const IMAGE_SPINNER_MS = 10_000

/**
 * How long after the start of the page the code of the installable app (`Device`) is loaded (ms), so that it does not slow the
 * page down.
 */
export const DEVICE_REST_MS = 12_000
