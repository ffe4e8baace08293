const shape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The addresses to which Auth sends codes: ASCII only, also in the domain. */
const sendable = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/

/** Longest address that the database stores. */
const longest = 254

/** Reads a typed email address. Returns it in lower case, or an error key if Auth could not send a code to it. */
export function readEmail(text: string): { value: string } | { error: 'proper_email' | 'email_ascii' } {
  const value = text.trim().toLowerCase()
  if (!shape.test(value) || value.length > longest) return { error: 'proper_email' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
  if (/[^\x00-\x7f]/.test(value)) return { error: 'email_ascii' }
  return sendable.test(value) ? { value } : { error: 'proper_email' }
}

/** Returns the error key of a typed email address; undefined if a code can be sent to it. */
export function emailProblem(text: string): string | undefined {
  const read = readEmail(text)
  return 'error' in read ? read.error : undefined
}
