/**
 * Isolates a text with Unicode's "first strong isolate", so that neither the text nor its surroundings change direction.
 * Examples are "+20%" in an Arabic line and an Arabic name in an English one.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Matches right-to-left letters, and marks that change the direction of text. */
const fromTheRight = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/** Isolates a text only if it could change the direction of its surroundings, such as an Arabic name in an English sentence. */
export const apart = (text: string): string => (fromTheRight.test(text) ? isolated(text) : text)
