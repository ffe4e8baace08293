/** How we reach a mail server. */
export interface SmtpSettings {
  host: string
  port: number
  tls: 'starttls' | 'implicit' | 'none'
  auth: { user: string; pass: string } | null
}

const PORTS = { implicit: 465, starttls: 587, none: 25 }
/** Ports whose servers begin with TLS: 465 by RFC 8314, the others by agreement of providers. */
const IMPLICIT_PORTS = new Set([465, 2465, 8465])

/**
 * Reads the settings of a mail server: SMTP_URL (`smtps://user:password@host:465`, or `smtp://` for STARTTLS), or SMTP_HOST,
 * SMTP_PORT, SMTP_USER and SMTP_PASSWORD. SMTP_TLS is `starttls`, `implicit` or `none`; by default it follows from the address
 * or the port. Without TLS no password is sent to another machine.
 *
 * @throws {Error} naming the variable that is missing or invalid
 */
export function readSmtp(get: (name: string) => string | undefined): SmtpSettings {
  const given = get('SMTP_URL') ? readUrl(get('SMTP_URL') ?? '') : readParts(get)
  const asked = get('SMTP_TLS')?.toLowerCase()
  if (asked && asked !== 'starttls' && asked !== 'implicit' && asked !== 'none') {
    throw new Error('SMTP_TLS is starttls, implicit or none')
  }
  const tls = asked as SmtpSettings['tls'] | undefined ?? given.tls ??
    (IMPLICIT_PORTS.has(given.port ?? 0) ? 'implicit' : 'starttls')
  if (tls === 'none' && given.auth && !isLocal(given.host)) {
    throw new Error('SMTP_TLS=none would send the password in plain text')
  }
  return { host: given.host, port: given.port ?? PORTS[tls], tls, auth: given.auth }
}

interface Given {
  host: string
  port: number | null
  tls: SmtpSettings['tls'] | null
  auth: SmtpSettings['auth']
}

function readUrl(text: string): Given {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    throw new Error('SMTP_URL is an address such as smtps://user:password@host:465')
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port ? Number(url.port) : null,
    tls: url.protocol === 'smtps:' ? 'implicit' : null,
    auth: authOf(decoded(url.username), decoded(url.password)),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('SMTP_URL has a % that is not part of a code such as %40')
  }
}

function readParts(get: (name: string) => string | undefined): Given {
  const host = get('SMTP_HOST')
  if (!host) throw new Error('SMTP_URL or SMTP_HOST is not set')
  if (!/^[\w.:-]+$/.test(host)) throw new Error('SMTP_HOST is the name of a server')
  const port = get('SMTP_PORT') ? Number(get('SMTP_PORT')) : null
  if (port !== null && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new Error('SMTP_PORT is a number from 1 to 65535')
  }
  return { host, port, tls: null, auth: authOf(get('SMTP_USER') ?? '', get('SMTP_PASSWORD') ?? '') }
}

function authOf(user: string, pass: string): SmtpSettings['auth'] {
  if (user === '' && pass === '') return null
  if (user === '' || pass === '') throw new Error('SMTP_USER and SMTP_PASSWORD go together')
  return { user, pass }
}

const isLocal = (host: string): boolean => /^(localhost|127\.[\d.]+|::1)$/.test(host)
