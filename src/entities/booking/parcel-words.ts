/**
 * Returns the options of a text about a booking. A parcel has texts of its own where those of a ride would be wrong: i18next
 * then takes the key with the ending `_parcel`, if there is one.
 */
export const parcelWords = ({ category }: { category: string }): Record<string, string> =>
  category === 'delivery' ? { context: 'parcel' } : {}
