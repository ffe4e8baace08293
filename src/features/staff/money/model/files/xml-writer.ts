/** An element with attributes and content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlNode[]
}

/** A child of an element; null and false are left out. */
type Child = XmlNode | null | false

/** Characters that XML cannot represent: controls and lone surrogates. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu

export const escapeXml = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/**
 * Creates an element from a text or from children.
 *
 * @example node('Amt', [node('InstdAmt', '1.00', { Ccy: 'CHF' })])
 */
export function node(
  name: string,
  content: string | readonly Child[],
  attributes: Readonly<Record<string, string>> = {}
): XmlNode {
  return {
    name,
    attributes,
    content: typeof content === 'string' ? content : content.filter((one) => one !== null && one !== false)
  }
}

/** Creates a text element, or null if the text is empty. */
export const optional = (name: string, text: string | null | undefined, attributes = {}): XmlNode | null =>
  text ? node(name, text, attributes) : null

function write({ name, attributes, content }: XmlNode, indent: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const head = `${indent}<${name}${written.join('')}`
  if (content.length === 0) return `${head}/>`
  if (typeof content === 'string') return `${head}>${escapeXml(content)}</${name}>`
  return `${head}>\n${content.map((one) => write(one, `${indent}  `)).join('\n')}\n${indent}</${name}>`
}

/** Serializes a document, in UTF-8. */
export const writeXml = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}\n`
