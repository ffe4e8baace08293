/** Writes one line of JSON. */
export type Log = (line: Record<string, unknown>) => void

/**
 * Creates a log that replaces secrets in its lines by stars.
 *
 * @param secrets keys of providers; their URL-encoded and JSON forms are masked, too
 */
export function createLog(secrets: readonly string[], write: (line: string) => void = console.log): Log {
  const hidden = secrets.filter((secret) => secret !== '').flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ])
  return (line) => write(hidden.reduce((text, secret) => text.replaceAll(secret, '***'), JSON.stringify(line)))
}
