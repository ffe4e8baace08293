/**
 * Version of the text by which people agree to save a card (`pay.card.consent` in the app's translations). Change the version
 * whenever the text changes, because each consent is stored with the version that the person read. The app imports this file to
 * send the version, so the file must import nothing.
 */
export const CARD_CONSENT = '2026-12'
/**
 * Earlier versions that a page loaded before an update may still send. The database lets a card be reserved while its owner is
 * away only by the version from 2026-12 on (`app.is_off_session_consent`).
 */
export const EARLIER_CONSENTS = ['2026-11'] as const
