/** Keys as they are written in the program: `mod+k`, `mod+\`, `?`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Keys = string

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const caps: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', shift: '⇧', enter: '⏎', esc: 'Esc' }

const partsOf = (keys: Keys): string[] => keys.split('+').filter(Boolean)

/** What is printed on the keys. */
export const capsOf = (keys: Keys): string[] => partsOf(keys).map((key) => caps[key] ?? key.toUpperCase())

/** As assistive technology reads it from `aria-keyshortcuts`. */
export const ariaKeys = (keys: Keys): string =>
  partsOf(keys)
    .map((key) => (key === 'mod' ? (isMac ? 'Meta' : 'Control') : key === 'shift' ? 'Shift' : key))
    .join('+')

/** Whether the keys are one sign without a modifier, which a person who dictates may send by a word. */
export const isSingle = (keys: Keys): boolean => !/^(mod|shift)\+/.test(keys)

/** What the same key says in other scripts, and where a layout hides it behind others. */
const alsoSays: Record<string, string> = { '?': '؟' }
const codes: Record<string, string> = { '\\': 'Backslash' }

/** Whether these keys were pressed. Letters count by their place where the layout has another script on them. */
export function arePressed(keys: Keys, event: KeyboardEvent): boolean {
  const parts = partsOf(keys)
  const key = parts.at(-1) ?? ''
  const isMod = parts.includes('mod')
  if (isMod !== (isMac ? event.metaKey : event.ctrlKey) || (isMac ? event.ctrlKey : event.metaKey)) return false
  if (event.altKey) return false
  if (parts.includes('shift') !== event.shiftKey && /^[a-z]$/.test(key)) return false
  const pressed = event.key.toLowerCase()
  if (pressed === key || pressed === alsoSays[key]) return true
  const code = codes[key] ?? (/^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '')
  return isMod && event.code === code && !/^[a-z]$/.test(pressed)
}
