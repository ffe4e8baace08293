/** What a firm offers: rides, parcels, or both (`settings.app_category`). */
export const offers = ['taxi', 'delivery', 'both'] as const
export type Offer = (typeof offers)[number]

export const isOffer = (text: unknown): text is Offer => (offers as readonly unknown[]).includes(text)

/** Options with which `t` finds the words of an offer: a key without an end is for both, others end in `_taxi` or `_delivery`. */
export const wordsFor = (offer: Offer): { context?: Exclude<Offer, 'both'> } =>
  offer === 'both' ? {} : { context: offer }
