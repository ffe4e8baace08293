/** Writes one line of JSON. */
export type Log = (line: Record<string, unknown>) => void

/**
 * A log that knows no secrets: should one get into a line all the same, stars stand for it.
 *
 * @param secrets keys of providers, as they are; also found as they are written in addresses and in JSON
 */
export function createLog(secrets: readonly string[], write: (line: string) => void = console.log): Log {
  const hidden = secrets.filter((secret) => secret !== '').flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ])
  return (line) => write(hidden.reduce((text, secret) => text.replaceAll(secret, '***'), JSON.stringify(line)))
}
