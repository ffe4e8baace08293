/**
 * Sets a text apart (Unicode's first strong isolate), so that it keeps its direction and what stands beside it keeps its
 * own: "+20%" in an Arabic line, an Arabic name in an English one.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Letters that are written from the right, and marks that turn the direction. */
const fromTheRight = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/** The same for a text that could turn its neighbours round, such as a name in an English sentence; others stay as they are. */
export const apart = (text: string): string => (fromTheRight.test(text) ? isolated(text) : text)
