/**
 * Returns an `ilike` pattern for "contains this text", with special characters escaped. PostgREST turns each star into a
 * percent sign, and has no escape for stars. Therefore a star in the text becomes a pattern for any one character.
 */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`

/**
 * Returns a pattern for "contains this text" for use in an `or` filter. Only the first 80 characters of the text count. Commas
 * and brackets are separators in such a filter, so each special character becomes a pattern for any one character. Quoting does
 * not help, because the embedded stack (our local copy of Supabase) treats quotes as part of the pattern.
 */
export const containingAmong = (text: string): string => `%${text.slice(0, 80).replaceAll(/["\\%*(),]/g, '_')}%`
