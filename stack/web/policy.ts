import { createHash } from 'node:crypto'
import { noPayOrigins, type PayOrigins } from './pay-origins.ts'

/** What a page of the app may load, beside what is its own. */
export interface PolicyOptions {
  /** Address of the API; null where the build does not know it yet, since `env.js` names it at run time. */
  apiUrl: string | null
  /** The page, whose inline scripts are allowed by their hashes. */
  html: string
  /** What payment providers need; on the page of a payment alone. */
  pay?: PayOrigins
}

/** Allowed without a token, too: `env.js` may bring one at run time. */
const mapbox = 'https://api.mapbox.com https://*.tiles.mapbox.com https://events.mapbox.com'
/** Any project over TLS, or a stack on the visitor's own machine. */
const anyApi = 'https: wss: http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*'

/** Inline scripts by their hash, as a policy names them. */
function hashes(html: string): string {
  const inline = [...html.matchAll(/<script(?:\s+type="module")?>([\s\S]*?)<\/script>/g)]
  return inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}

/**
 * The content security policy of the built page. Scripts come from its own origin only; what a page sends may go to its
 * own API. The map's workers are files, or blobs where Mapbox makes them.
 */
export function contentPolicy({ apiUrl, html, pay = noPayOrigins }: PolicyOptions): string {
  const origin = apiUrl === null ? null : new URL(apiUrl).origin
  const api = origin === null ? anyApi : `${origin} ${origin.replace(/^http/, 'ws')}`
  const pictures = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  const also = (origins: readonly string[]): string => origins.map((one) => ` ${one}`).join('')
  // The form of a checkout is posted to the API, which sends the browser on to the payment's page.
  const checkout = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(html)}${also(pay.script)}`,
    // Toasts and dialogs put style elements of changing content into the page; attributes of markup stay refused.
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictures} ${mapbox}`,
    "font-src 'self'",
    `connect-src 'self' ${api} ${mapbox}${also(pay.connect)}`,
    // The office looks at the page for frames as other sites show it.
    `frame-src 'self'${also(pay.frame)}`,
    "worker-src 'self' blob:",
    // The page writes one with the operator's name.
    "manifest-src 'self' blob:",
    "base-uri 'none'",
    `form-action 'self' ${checkout}${also(pay.form)}`
  ].join('; ')
}

/** Headers of every answer: nothing frames the page, embeds it, guesses its type or gets more of the device than it needs. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** Who may show the page in a frame. */
export const frameAncestors = (origins: readonly string[]): string =>
  `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`

/** The policy as a header; `frame-ancestors` has no effect in a page. @param origins that may frame it */
export const policyHeader = (options: PolicyOptions, origins: readonly string[] = []): string =>
  `${contentPolicy(options)}; ${frameAncestors(origins)}`

const tag = /\n?[ \t]*<meta http-equiv="Content-Security-Policy"[^>]*>/

/** The page with its policy inside, for hosts that send no headers. */
export function withPolicy(html: string, policy: string): string {
  return html.replace(
    /(<meta charset="[^"]*"\s*\/?>)/,
    `$1\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`
  )
}

/** The page without the policy that its build wrote into it: a server that knows the API sends a better one. */
export const withoutPolicy = (html: string): string => html.replace(tag, '')

/** What a script has that pages of other sites load; the page for their frames is embedded by them, too. */
export const embeddedHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cross-origin-resource-policy': 'cross-origin'
}

/** The file `_headers`, as Netlify, Cloudflare Pages and others read it. @param pay for the page of a payment */
export function headersFile(options: PolicyOptions, pay: PayOrigins = noPayOrigins): string {
  const all = {
    'content-security-policy': policyHeader(options),
    ...securityHeaders,
    'strict-transport-security': 'max-age=31536000'
  }
  const lines = Object.entries(all).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines,
    '/assets/*',
    '  cache-control: public, max-age=31536000, immutable',
    '/sw.js',
    '  cache-control: no-store',
    // Its own instead of that of every page: of two a browser obeys both.
    '/pay/*',
    '  ! content-security-policy',
    `  content-security-policy: ${policyHeader({ ...options, pay })}`,
    // The one file that pages of other sites load.
    '/embed.js',
    '  ! cross-origin-resource-policy',
    '  cross-origin-resource-policy: cross-origin',
    ''
  ].join('\n')
}
