/**
 * Returns the key of a text whose namespace another part of the program loads, such as the portal. Only a key that is written
 * out makes the build load its namespace with the file (scripts/build/texts.ts), so a page without that part does not load it.
 */
export const elsewhere = (namespace: string, key: string): string => `${namespace}:${key}`
