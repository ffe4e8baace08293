/**
 * Version of the text by which people agree to save a card (`pay.card.consent` of the app). A changed text needs a new version: a
 * consent stores which one was read. The app sends it, so this file loads nothing.
 */
export const CARD_CONSENT = '2026-11'
