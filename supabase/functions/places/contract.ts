// Requests and responses of `places`.
import * as z from 'zod/mini'
import { latLng, latLngText, suggestion } from '../_shared/region/geometry/schemas.ts'

/**
 * A UUID that the client makes for one search. All requests from the first keystroke to the choice of a place carry it, so that
 * map providers bill them as one.
 */
const session = z.nullish(z.guid({ error: 'session has to be a UUID' }))

/** The language of place names in the response, as a BCP 47 tag. */
const language = z.nullish(
  z.string({ error: 'language has to be a text' })
    .check(
      z.maxLength(35),
      z.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i, 'language has to be a tag such as "de" or "pt-BR"'),
    ),
)

export const placesContract = {
  autocomplete: {
    asked: z.object({
      searchKeyword: z.string({ error: 'searchKeyword has to be a text' }),
      /** The point near which the person searches, as "lat,lng". */
      near: z.optional(latLngText('near has to be "lat,lng"')),
      session,
      language,
    }),
    /** The places found, best first. */
    answered: z.object({ searchResults: z.array(suggestion) }),
  },
  coordinates: {
    asked: z.object({
      place_id: z.string({ error: 'place_id has to be a text' }).check(z.minLength(1, 'place_id has to be a text')),
      session,
      language,
    }),
    answered: z.object({
      coords: latLng,
      /** The address to store with the point, if the provider forbids storing the text of its suggestion. */
      address: z.exactOptional(z.string()),
      /** The name of the place in the local language, if it differs from the other texts. */
      local: z.exactOptional(z.string()),
    }),
  },
  reverse: {
    asked: z.object({ latlng: latLngText('latlng has to be "lat,lng"'), language }),
    answered: z.object({
      /** The address in one line. */
      address: z.string(),
      /** The address in the local language, if it differs: the text to store with the point, for readers of all languages. */
      local: z.exactOptional(z.string()),
    }),
  },
}

export type AutocompleteAsked = z.input<typeof placesContract.autocomplete.asked>
export type AutocompleteAnswered = z.output<typeof placesContract.autocomplete.answered>
export type CoordinatesAnswered = z.output<typeof placesContract.coordinates.answered>
export type ReverseAnswered = z.output<typeof placesContract.reverse.answered>
export type Suggestion = z.output<typeof suggestion>
