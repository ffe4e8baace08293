/** The pattern for what contains a text, whatever signs it has (`ilike`). */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
