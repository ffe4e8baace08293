/**
 * The pattern for what contains a text, whatever signs it has (`ilike`). PostgREST takes each star for a percent sign and
 * knows no escape for it, so a star stands for any one sign.
 */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
