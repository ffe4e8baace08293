/**
 * Largest number of nested levels of a JSON text or of a filter. The product's requests have far fewer levels; the call stack
 * has space for far more.
 */
const most = 100

const [quote, backslash, opening, closing, brace, closingBrace] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0))

/** Returns whether a JSON text is nested so deeply that recursion could overflow the stack. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isText) {
      if (sign === backslash) at += 1
      else if (sign === quote) isText = false
    } else if (sign === quote) isText = true
    else if (sign === opening || sign === brace) {
      depth += 1
      if (depth > most) return true
    } else if (sign === closing || sign === closingBrace) depth -= 1
  }
  return false
}

/**
 * Returns whether a URL's query would nest too deeply as SQL, as a regular expression or as JSON. Open brackets, JSON paths,
 * casts and negations count. The embedded database does not survive a stack overflow.
 */
export function isTooNested(query: string): boolean {
  let depth = 0
  for (const [sign] of query.matchAll(/[([{)\]}]|->|::|not\./g)) {
    depth += /^[)\]}]$/.test(sign) ? -1 : 1
    if (depth > most) return true
  }
  return false
}
