/** A keyboard shortcut in the form in which code writes it: `mod+k`, `alt+1`, `?`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Keys = string

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const caps: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: '⇧',
  enter: '⏎',
  esc: 'Esc'
}

const partsOf = (keys: Keys): string[] => keys.split('+').filter(Boolean)

/** Returns the labels of a shortcut's keys, as they are printed on the keyboard. */
export const capsOf = (keys: Keys): string[] => partsOf(keys).map((key) => caps[key] ?? key.toUpperCase())

const names: Record<string, string> = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', alt: 'Alt' }

/** Returns a shortcut in the form of the attribute `aria-keyshortcuts`. */
export const ariaKeys = (keys: Keys): string =>
  partsOf(keys)
    .map((key) => names[key] ?? key)
    .join('+')

/** Returns whether a shortcut is a single key without a modifier. Speech input may trigger such shortcuts by accident. */
export const isSingle = (keys: Keys): boolean => !/^(mod|shift|alt)\+/.test(keys)

/** Another character that also triggers the shortcut. An Arabic keyboard writes `؟` instead of `?`. */
const aliases: Record<string, string> = { '?': '؟' }
const codes: Record<string, string> = { '\\': 'Backslash' }

/**
 * Returns whether these keys were pressed. In a shortcut with `mod` or `alt`, a letter, digit or backslash also counts by its
 * physical key, if that key produced no Latin letter or digit. Examples are a Cyrillic keyboard, and Alt on a Mac.
 */
export function arePressed(keys: Keys, event: KeyboardEvent): boolean {
  const parts = partsOf(keys)
  const key = parts.at(-1) ?? ''
  const isMod = parts.includes('mod')
  if (isMod !== (isMac ? event.metaKey : event.ctrlKey) || (isMac ? event.ctrlKey : event.metaKey)) return false
  const isAlt = parts.includes('alt')
  if (event.altKey !== isAlt) return false
  if (parts.includes('shift') !== event.shiftKey && /^[a-z]+$/.test(key)) return false
  const pressed = event.key.toLowerCase()
  if (pressed === key || pressed === aliases[key]) return true
  const code = codes[key] ?? (/^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : '')
  return (isMod || isAlt) && event.code === code && !/^[a-z\d]$/.test(pressed)
}
