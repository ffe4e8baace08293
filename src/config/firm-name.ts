/**
 * Stand in prerendered pages for the firm's name and for its first letter. The build fills them in; the stack's server, which
 * reads the settings, does so with each response (stack/web/site/tags.ts).
 */
export const NAME = '{{name}}'
export const INITIAL = '{{initial}}'

/** Returns the first letter of a name, for a mark in place of a missing logo; empty if the name has none. */
export function initialOf(name: string): string {
  if (name === NAME) return INITIAL
  const letter = /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0] ?? ''
  // Georgian capitals are for whole words only, and most devices have no font with them.
  return /\p{Script=Georgian}/u.test(letter) ? letter : letter.toLocaleUpperCase()
}
