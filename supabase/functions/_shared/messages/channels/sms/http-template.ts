/** What a template's placeholders stand for. */
export interface Values {
  /** The number with `+`. */
  to: string
  /** The number without `+`. */
  digits: string
  text: string
  from: string
  /** Our key of the message. */
  id: string
  /** `1` if the text needs UCS-2, else `0`. */
  unicode: string
  /** The address for receipts of the message; empty if none can arrive. */
  receipts: string
}

/** The place that a value is written into, which decides how it is escaped. */
export type Place = 'url' | 'form' | 'json' | 'xml' | 'plain'

const XML = new Map([['<', '&lt;'], ['>', '&gt;'], ['&', '&amp;'], ['"', '&quot;'], ["'", '&apos;']])

const escapes: Record<Place, (value: string) => string> = {
  url: (value) => encodeURIComponent(value.toWellFormed()),
  form: (value) => new URLSearchParams({ a: value }).toString().slice(2),
  json: (value) => JSON.stringify(value.toWellFormed()).slice(1, -1),
  xml: (value) => value.replaceAll(/[<>&"']/g, (letter) => XML.get(letter) ?? ''),
  plain: (value) => value,
}

/** Fills the placeholders, which are the names of `Values`; other braces stay. */
export const fill = (template: string, values: Values, place: Place): string =>
  template.replaceAll(
    /\{(to|digits|text|from|id|unicode|receipts)\}/g,
    (_, name: string) => escapes[place](values[name as keyof Values]),
  )
