// Parses XML as in Braintree's webhooks: elements with text. Document types, custom entities and external references are
// refused.
import { garbage } from '../../../_shared/http-client/failure.ts'

export interface Element {
  name: string
  /** Text of the element; empty if it has child elements. */
  text: string
  children: Element[]
}

const MOST_CHARACTERS = 262_144
const DEEPEST = 32
const MOST_ELEMENTS = 5000

const NAME = '[A-Za-z_][\\w.-]*'
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`
/**
 * Matches a tag, or the text up to the next tag. It does not match anything else, such as `<!DOCTYPE`, which ends the parsing.
 */
const TOKEN = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE})*)\\s*(/?)>|([^<]+)`, 'y')
const PROLOG = /^\uFEFF?\s*(?:<\?xml [^<>]*\?>)?\s*/

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses an XML document and returns its outermost element.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
export function readXml(source: string): Element {
  if (source.length > MOST_CHARACTERS) throw garbage('the XML is too long')
  const document: Element = { name: '', text: '', children: [] }
  const open: Element[] = [document]
  let count = 0
  TOKEN.lastIndex = PROLOG.exec(source)?.[0].length ?? 0
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)
    if (!token) throw garbage('the XML cannot be read')
    const [, closes, name = '', , isEmpty, text] = token
    const current = open.at(-1) ?? document
    if (text !== undefined) current.text += unescape(text)
    else if (closes) {
      if (open.length < 2 || current.name !== name) throw garbage('the XML closes what is not open')
      open.pop()
    } else {
      const element: Element = { name, text: '', children: [] }
      current.children.push(element)
      if (++count > MOST_ELEMENTS) throw garbage('the XML has too many elements')
      if (!isEmpty && open.push(element) > DEEPEST) throw garbage('the XML is too deep')
    }
  }
  const [root, ...others] = document.children
  if (open.length > 1 || !root || others.length > 0 || document.text.trim() !== '') {
    throw garbage('the XML is no document')
  }
  return root
}

/** Returns the text of the element at a path of names below `element`; empty if it is missing. */
export const textAt = (element: Element | undefined, ...path: string[]): string =>
  elementAt(element, ...path)?.text.trim() ?? ''

/** Returns the element at a path of names below `element`; undefined if it is missing. */
export const elementAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce((at, name) => at?.children.find((child) => child.name === name), element)

const unescape = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,10})?;?/gi, (whole, name?: string) => {
    if (!name || !whole.endsWith(';')) throw garbage('the XML has a bare &')
    if (!name.startsWith('#')) {
      if (!Object.hasOwn(ENTITIES, name)) throw garbage('the XML has an entity of its own')
      return ENTITIES[name] ?? ''
    }
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (code === 0 || code > 0x10ffff) throw garbage('the XML has no such character')
    return String.fromCodePoint(code)
  })
