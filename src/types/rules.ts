// Generated from the database by scripts/generate-types.ts; do not edit.

/** How long a request waits for its second person (ms). */
export const approvalTimeMs = 604800000

/** Maximum distance in metres from a place to the middle of the area that is shown instead; pages draw this circle. */
export const areaMetres = 300

/** How long after its end a case about a trip can be opened (ms). */
export const caseTimeMs = 2592000000

/** How many days before a document expires its driver is told. */
export const documentWarning = 14

/** Rows of an import that one call takes, checks, writes or takes back. */
export const importBatch = 500

/** Maximum characters of a message or note that people write to each other; a longer one is refused. */
export const messageLength = 1000

/** Maximum columns of a file that is imported. */
export const mostImportColumns = 50

/** Maximum rows of a file that is imported, without its header. */
export const mostImportRows = 20000

/** Maximum characters of one cell of a file that is imported. */
export const mostImportText = 10000

/** Largest mileage of a car. */
export const mostMileage = 9999999

/** How long a rider can object to the cash that a driver reported, or to a no-show fee (ms). */
export const objectionTimeMs = 604800000

/** Maximum characters of one text of a page in a language that the operator added. */
export const pageTextLength = 2000

/** How many days ahead the day must be from which drivers need another kind of paper. */
export const paperGrace = 7

/** Maximum characters of a reason or note that staff write about a decision; the rest is cut off. */
export const reasonLength = 500

/** How long a decision about money can be taken back (ms). */
export const reversalTimeMs = 2592000000

/** Maximum characters of a message that the desk sends to a driver on a trip, who reads it while driving. */
export const shortMessageLength = 500

/** Most lines of a bank statement that are imported at once. */
export const statementLines = 5000

/** How many may exist at the same time: `application_files` of `app.limits`. @public */
export const mostApplicationFiles = 40

/** How many may exist at the same time: `later_bookings` of `app.limits`. @public */
export const mostLaterBookings = 10

/** How many may exist at the same time: `logos` of `app.limits`. @public */
export const mostLogos = 20

/** How many may exist at the same time: `named_addresses` of `app.limits`. @public */
export const mostNamedAddresses = 20

/** How many may exist at the same time: `open_bookings` of `app.limits`. @public */
export const mostOpenBookings = 3

/** How many may exist at the same time: `open_withdrawals` of `app.limits`. @public */
export const mostOpenWithdrawals = 20

/** How many may exist at the same time: `own_files` of `app.limits`. @public */
export const mostOwnFiles = 40

/** How many may exist at the same time: `route_changes` of `app.limits`. @public */
export const mostRouteChanges = 10

/** How many may exist at the same time: `staff_files` of `app.limits`. @public */
export const mostStaffFiles = 40

/** How many may exist at the same time: `unpaid_street_payments` of `app.limits`. @public */
export const mostUnpaidStreetPayments = 20

/** How many may exist at the same time: `unused_photos` of `app.limits`. @public */
export const mostUnusedPhotos = 16
