/**
 * The pattern for what contains a text, whatever signs it has (`ilike`). PostgREST takes each star for a percent sign and
 * knows no escape for it, so a star stands for any one sign.
 */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`

/**
 * The same among the conditions of one `or`, whose commas and brackets part them: any one sign stands for such a sign, as
 * the embedded stack takes quotes there for a part of the pattern.
 */
export const containingAmong = (text: string): string => `%${text.slice(0, 80).replaceAll(/["\\%*(),]/g, '_')}%`
