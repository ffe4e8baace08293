/** Elements that only draw: they run, animate, style and load nothing. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath linearGradient
  radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
)

/** The only attributes with a prefix, or that give a meaning to one, and their values; null: any. */
const PREFIXED: Record<string, RegExp | null> = {
  'xmlns': /^http:\/\/www\.w3\.org\/2000\/svg$/,
  'xmlns:xlink': /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  'xlink:href': /^#/,
  'xml:space': null,
  'xml:lang': null,
}

const DECLARATION = /^\s*<\?xml\s+version="1\.\d"(\s+encoding="utf-8")?(\s+standalone="(yes|no)")?\s*\?>/i
const COMMENT = /<!--(?:[^-]|-[^-])*-->/g
const TAG = /<\/?([A-Za-z]+)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const ATTRIBUTE = /([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Returns whether a file is an SVG that only draws. What it may contain is listed, because what runs or loads has too many
 * spellings: elements and attributes with other prefixes, character references, entities, styles, animations.
 */
export function isQuietDrawing(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).replace(DECLARATION, '').replace(COMMENT, '')
  if (!/^\s*<svg[\s>]/.test(text) || /&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) return false
  let isQuiet = true
  const rest = text.replace(TAG, (_, name: string, attributes: string) => {
    isQuiet &&= ELEMENTS.has(name)
    for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      isQuiet &&= isQuietAttribute(key, (double ?? single ?? '').trim())
    }
    return ''
  })
  return isQuiet && !rest.includes('<')
}

function isQuietAttribute(key: string, value: string): boolean {
  if (key === 'xmlns' || key.includes(':')) return Object.hasOwn(PREFIXED, key) && (PREFIXED[key]?.test(value) ?? true)
  if (/^on/i.test(key)) return false
  if (/^(href|src)$/i.test(key)) return value.startsWith('#')
  // A value may be CSS, in which a backslash is another spelling of any letter.
  return !/\\|@import|url\(\s*(?!#|&quot;#|&apos;#|["']#)|(?:java|vb)script:|image-set/i.test(value)
}
