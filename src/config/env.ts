/**
 * The values that `/env.js` sets at run time, such as address and key of the Supabase project. They override the values of the
 * build's environment. If neither has an address, the page uses a Supabase stack on this machine.
 */
const runtime = typeof window === 'undefined' ? undefined : window.__HACKNEY_ENV__

/**
 * Returns the secret with which a page controls the demo of the embedded stack (our local copy of Supabase). Pages have it only
 * if they are served from a local host name.
 */
function demoNonce(): string | null {
  if (typeof document === 'undefined' || !/^(127\.0\.0\.1|localhost)$/.test(window.location.hostname)) return null
  return document.querySelector<HTMLMetaElement>('meta[name="hackney-demo"]')?.content ?? null
}

/** Returns the captcha that the build names; null if it has no key. */
function builtCaptcha() {
  const siteKey = import.meta.env.VITE_CAPTCHA_SITE_KEY
  const provider = import.meta.env.CAPTCHA_PROVIDER
  return siteKey && provider ? { provider, siteKey } : null
}

export const env = {
  supabaseUrl: runtime?.supabaseUrl || import.meta.env.VITE_SUPABASE_URL || 'http://127.0.0.1:54321',
  supabaseKey:
    runtime?.supabaseKey ||
    import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ||
    'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  vapidKey: runtime?.vapidKey || import.meta.env.VITE_VAPID_PUBLIC_KEY || null,
  mapboxToken: runtime?.mapboxToken || import.meta.env.VITE_MAPBOX_TOKEN || null,
  /** Digits of a code by mail, and by text message; null if the page was not told. */
  mailCodeLength: runtime?.mailCodeLength || import.meta.env.MAIL_CODE_LENGTH || null,
  smsCodeLength: runtime?.smsCodeLength || Number(import.meta.env.VITE_SMS_CODE_LENGTH) || null,
  captcha: runtime?.captcha ?? builtCaptcha(),
  demoNonce: demoNonce()
} as const
