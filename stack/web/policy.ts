import { createHash } from 'node:crypto'
import { type CaptchaProvider, captchaOrigins, noCaptchaOrigins } from './captcha-origins.ts'
import { noPayOrigins, type PayOrigins } from './pay-origins.ts'

/** What a page of the app may load in addition to its own files. */
export interface PolicyOptions {
  /** Address of the API. It is null if the build does not know it, because `env.js` names it at run time. */
  apiUrl: string | null
  /** HTML of the page. Its inline scripts are allowed by their hashes. */
  html: string
  /** The captcha of the sign-in; null for none. */
  captcha?: CaptchaProvider | null
  /** Origins of payment providers; set only for the payment page. */
  pay?: PayOrigins
}

/** Mapbox's origins. They are always allowed, because `env.js` may bring a token at run time. */
const mapbox = 'https://api.mapbox.com https://*.tiles.mapbox.com https://events.mapbox.com'
/** Allowed addresses if the API is not known: any project over TLS, or a stack on the visitor's own machine. */
const anyApi = 'https: wss: http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*'

/** Returns the hashes of a page's inline scripts in the format of a policy. */
function hashes(html: string): string {
  const inline = [...html.matchAll(/<script(?:\s+type="module")?>([\s\S]*?)<\/script>/g)]
  return inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}

/**
 * Returns the content security policy of a page. Scripts come only from the page's own origin, and requests go only to its API;
 * the map, a captcha and payment providers need further origins. The map's workers are files of the app, or blobs if Mapbox draws the map.
 */
export function contentPolicy({ apiUrl, html, captcha = null, pay = noPayOrigins }: PolicyOptions): string {
  const asked = captcha === null ? noCaptchaOrigins : captchaOrigins[captcha]
  const origin = apiUrl === null ? null : new URL(apiUrl).origin
  const api = origin === null ? anyApi : `${origin} ${origin.replace(/^http/, 'ws')}`
  const pictures = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  const also = (origins: readonly string[]): string => origins.map((one) => ` ${one}`).join('')
  // Where the form of a checkout may be posted: to the API, which redirects the browser to the provider's page.
  const checkout = origin ?? 'https: http://127.0.0.1:* http://localhost:*'
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(html)}${also(asked.script)}${also(pay.script)}`,
    // Allow style elements, because toasts and dialogs add such elements with changing content. Style attributes in HTML are
    // still forbidden.
    "style-src 'self'",
    `style-src-elem 'self' 'unsafe-inline'${also(asked.style)}`,
    `img-src 'self' data: blob: ${pictures} ${mapbox}`,
    "font-src 'self'",
    `connect-src 'self' ${api} ${mapbox}${also(asked.connect)}${also(pay.connect)}`,
    // Allow frames of the app's own origin, because the office previews the widget's page in a frame.
    `frame-src 'self'${also(asked.frame)}${also(pay.frame)}`,
    "worker-src 'self' blob:",
    // Allow `blob:`, because the page creates a manifest with the operator's name.
    "manifest-src 'self' blob:",
    "base-uri 'none'",
    `form-action 'self' ${checkout}${also(pay.form)}`
  ].join('; ')
}

/**
 * Headers of every response, except that `embeddedHeaders` are used for the widget. Other sites cannot frame or embed the page,
 * browsers do not guess types, and the page gets only the device features that it needs.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** Returns the policy's directive with the origins that may frame the page. */
export const frameAncestors = (origins: readonly string[]): string =>
  `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`

/**
 * Returns the content security policy for a header. It includes `frame-ancestors`, which would have no effect in a meta
 * element.
 *
 * @param origins Origins that may frame the page.
 */
export const policyHeader = (options: PolicyOptions, origins: readonly string[] = []): string =>
  `${contentPolicy(options)}; ${frameAncestors(origins)}`

const tag = /\n?[ \t]*<meta http-equiv="Content-Security-Policy"[^>]*>/

/** Returns the page with its policy in a meta element, for hosts that send no headers. */
export function withPolicy(html: string, policy: string): string {
  return html.replace(
    /(<meta charset="[^"]*"\s*\/?>)/,
    `$1\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`
  )
}

/**
 * Returns the page without the policy that the build put into it. A server that knows the API sends a stricter one in a header.
 */
export const withoutPolicy = (html: string): string => html.replace(tag, '')

/** Headers of files that other sites load: of the embedding script and the widget's page. */
export const embeddedHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'cross-origin-resource-policy': 'cross-origin'
}

/**
 * Returns the content of the file `_headers`, in the format of Netlify, Cloudflare Pages and others.
 *
 * @param pay Origins of payment providers, for the payment page.
 */
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
    // Remove the general policy (`!`) from the payment page before adding its own, because a browser would apply both.
    '/pay/*',
    '  ! content-security-policy',
    `  content-security-policy: ${policyHeader({ ...options, pay })}`,
    // Let pages of other sites load this script.
    '/embed.js',
    '  ! cross-origin-resource-policy',
    '  cross-origin-resource-policy: cross-origin',
    ''
  ].join('\n')
}
