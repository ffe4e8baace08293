/** Keys as they are written in the program: `mod+k`, `alt+1`, `?`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
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

/** What is printed on the keys. */
export const capsOf = (keys: Keys): string[] => partsOf(keys).map((key) => caps[key] ?? key.toUpperCase())

const names: Record<string, string> = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', alt: 'Alt' }

/** As assistive technology reads it from `aria-keyshortcuts`. */
export const ariaKeys = (keys: Keys): string =>
  partsOf(keys)
    .map((key) => names[key] ?? key)
    .join('+')

/** Whether the keys are one sign without a modifier, which a person who dictates may send by a word. */
export const isSingle = (keys: Keys): boolean => !/^(mod|shift|alt)\+/.test(keys)

/** What the same key says in other scripts, and where a layout hides it behind others. */
const aliases: Record<string, string> = { '?': '؟' }
const codes: Record<string, string> = { '\\': 'Backslash' }

/** Whether these keys were pressed. Letters count by their place where the layout, or Alt on a Mac, has other signs on them. */
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
