/// <reference types="vite/client" />

interface ImportMeta {
  /** The namespaces of texts that a page needs at its start (scripts/build/texts.ts); undefined outside of a build. */
  readonly texts?: string
}

interface ImportMetaEnv {
  /** In a build: the folder of the files of texts, and the names of all namespaces (scripts/build/texts.ts). */
  readonly TEXTS?: string
  readonly NAMESPACES?: string
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  readonly VITE_MAPBOX_TOKEN?: string
  /** Public key with which browsers subscribe to pushes; the edge functions sign with the private key. */
  readonly VITE_VAPID_PUBLIC_KEY?: string
  /** Digits of a code by mail. The build takes it from supabase/config.toml. */
  readonly MAIL_CODE_LENGTH?: number
  /** Digits of a code by text message, which only the project's own settings know. */
  readonly VITE_SMS_CODE_LENGTH?: string
  /** Public key of the site with the captcha's provider; without it the page loads no captcha. */
  readonly VITE_CAPTCHA_SITE_KEY?: string
  /** The captcha's provider. The build takes it from supabase/config.toml. */
  readonly CAPTCHA_PROVIDER?: 'hcaptcha' | 'turnstile'
  /** `off`: the site registers no service worker, and removes one that an earlier build registered. */
  readonly VITE_WORKER?: string
}

/** The event `beforeinstallprompt`, which only Chromium sends, when the site can be installed as an app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

interface Window {
  /**
   * The event that src/main.tsx has kept. Undefined if there was none, or after use: an event can show its prompt only once.
   */
  installOffer?: InstallOffer | undefined
  /** The settings of this deployment, set by the script `/env.js`, so that the same build can be deployed anywhere. */
  __HACKNEY_ENV__?: {
    supabaseUrl?: string
    supabaseKey?: string
    vapidKey?: string
    mapboxToken?: string
    mailCodeLength?: number
    smsCodeLength?: number
    captcha?: { provider: 'hcaptcha' | 'turnstile'; siteKey: string }
  }
}
