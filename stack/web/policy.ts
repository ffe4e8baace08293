import { createHash } from 'node:crypto'
import { noPayOrigins, type PayOrigins } from './pay-origins.ts'

/** What a page of the app may load in addition to its own files. */
export interface PolicyOptions {
  /** Address of the API; null if the build does not know it yet, because `env.js` names it at run time. */
  apiUrl: string | null
  /** HTML of the page, whose inline scripts are allowed by their hashes. */
  html: string
  /** Origins of payment providers; set only for the payment page. */
  pay?: PayOrigins
}

/** Mapbox's origins. They are always allowed, because `env.js` may bring a token at run time. */
const mapbox = 'https://api.mapbox.com https://*.tiles.mapbox.com https://events.mapbox.com'
/** Allowed addresses if the API is unknown: any project over TLS, or a stack on the visitor's own machine. */
const anyApi = 'https: wss: http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*'

/** Hashes of inline scripts in a policy's format. */
function hashes(html: string): string {
  const inline = [...html.matchAll(/<script(?:\s+type="module")?>([\s\S]*?)<\/script>/g)]
  return inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}

/**
 * The content security policy of the built page. Scripts come only from its own origin; requests go only to its own API. The
 * map's workers are files, or blobs with Mapbox.
 */
export function contentPolicy({ apiUrl, html, pay = noPayOrigins }: PolicyOptions): string {
  const origin = apiUrl === null ? null : new URL(apiUrl).origin
  const api = origin === null ? anyApi : `${origin} ${origin.replace(/^http/, 'ws')}`
  const pictures = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  const also = (origins: readonly string[]): string => origins.map((one) => ` ${one}`).join('')
  // Where a checkout's form may be posted: to the API, which redirects the browser to the payment's page.
  const checkout = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(html)}${also(pay.script)}`,
    // Styles in style elements are allowed, because toasts and dialogs add such elements with changing content; style
    // attributes in markup stay forbidden.
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictures} ${mapbox}`,
    "font-src 'self'",
    `connect-src 'self' ${api} ${mapbox}${also(pay.connect)}`,
    // Frames of the app's own origin are allowed, because the office previews the widget's page in a frame.
    `frame-src 'self'${also(pay.frame)}`,
    "worker-src 'self' blob:",
    // `blob:` is allowed, because the page writes a manifest with the operator's name.
    "manifest-src 'self' blob:",
    "base-uri 'none'",
    `form-action 'self' ${checkout}${also(pay.form)}`
  ].join('; ')
}

/**
 * Headers of every response: the page cannot be framed, embedded or type-sniffed, and gets only the device features it needs.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** The directive with the origins that may frame the page. */
export const frameAncestors = (origins: readonly string[]): string =>
  `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`

/**
 * The content security policy as a header. It includes `frame-ancestors`, which has no effect in a page. @param origins that
 * may frame the page
 */
export const policyHeader = (options: PolicyOptions, origins: readonly string[] = []): string =>
  `${contentPolicy(options)}; ${frameAncestors(origins)}`

const tag = /\n?[ \t]*<meta http-equiv="Content-Security-Policy"[^>]*>/

/** The page with its policy in a meta element, for hosts that send no headers. */
export function withPolicy(html: string, policy: string): string {
  return html.replace(
    /(<meta charset="[^"]*"\s*\/?>)/,
    `$1\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`
  )
}

/** The page without the policy from its build: a server that knows the API sends a better one in a header. */
export const withoutPolicy = (html: string): string => html.replace(tag, '')

/** Headers of a script that other sites load; they embed the widget's page, too. */
export const embeddedHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cross-origin-resource-policy': 'cross-origin'
}

/** The text of the file `_headers`, in the format of Netlify, Cloudflare Pages and others. @param pay for the payment page */
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
    // The payment page's policy replaces the one for all pages, because a browser would apply both.
    '/pay/*',
    '  ! content-security-policy',
    `  content-security-policy: ${policyHeader({ ...options, pay })}`,
    // The script that pages of other sites load.
    '/embed.js',
    '  ! cross-origin-resource-policy',
    '  cross-origin-resource-policy: cross-origin',
    ''
  ].join('\n')
}
