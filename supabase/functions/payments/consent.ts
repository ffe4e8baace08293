/**
 * Version of the text by which people agree to save a card (`pay.card.consent` in the app's translations). Change the version
 * whenever the text changes, because each consent is stored with the version that the person read. The app imports this file to
 * send the version, so the file must import nothing.
 */
export const CARD_CONSENT = '2026-11'
