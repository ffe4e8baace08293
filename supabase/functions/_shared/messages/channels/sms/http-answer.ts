/** A gateway's response. */
export interface Answer {
  status: number
  text: string
  /** The text as JSON; undefined if it is none. */
  json: unknown
}

/**
 * Reads a condition for responses:
 *
 * - `status=2xx`, `status=200,202`: the HTTP status
 * - `json:messages.0.status=0,1`: the value at a path is one of these; `json:id` alone: there is a value
 * - `text:^0:`: the text matches a regular expression
 *
 * @param condition without one, no response fulfils it
 * @throws {Error} naming the variable
 */
export function readMatcher(condition: string | undefined, variable: string): (answer: Answer) => boolean {
  if (!condition) return () => false
  const [, kind, rest = ''] = /^(status=|json:|text:)(.+)$/s.exec(condition) ?? []
  if (kind === 'status=') {
    const statuses = rest.split(',').map((status) => status.trim())
    if (!statuses.every((status) => /^\dxx$|^\d{3}$/.test(status))) throw fault(variable)
    // A page with status 200, such as the login of a network or of a web host, is no answer of a gateway.
    return ({ status, text }) => !isPage(text) && statuses.some((some) => some === String(status) || some === `${String(status)[0]}xx`)
  }
  if (kind === 'json:') {
    const [path = '', list] = rest.split(/=(.*)/s)
    const values = list?.split(',').map((value) => value.trim())
    return ({ status, json }) => {
      const found = status < 300 || values ? readPath(json, path) : undefined
      return found !== undefined && (values?.includes(found) ?? true)
    }
  }
  if (kind !== 'text:') throw fault(variable)
  try {
    const pattern = new RegExp(rest)
    return ({ text }) => pattern.test(text.slice(0, 10_000))
  } catch {
    throw fault(variable)
  }
}

const isPage = (text: string): boolean => /^\s*<(!doctype|html|head|body)\b/i.test(text)

const fault = (variable: string) => new Error(`${variable} is status=…, json:…=… or text:…`)

/** Returns the value at a path such as `messages.0.id` as a text; undefined if there is none, or an object. */
export function readPath(json: unknown, path: string): string | undefined {
  let value = json
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value === null || value === '' || typeof value === 'object' ? undefined : String(value)
}
