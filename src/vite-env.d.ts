/// <reference types="vite/client" />

/** Part of a file of texts: the build includes only the named keys. */
declare module '*.json?part'

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  readonly VITE_MAPBOX_TOKEN?: string
  /** Public key with which browsers subscribe to pushes; the edge functions sign with the private key. */
  readonly VITE_VAPID_PUBLIC_KEY?: string
  /** `off`: no worker, and an existing one removes itself. */
  readonly VITE_WORKER?: string
}

/** Chromium's event for an installable site; other browsers have their own menu for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

interface Window {
  /** Until it is used; each event can prompt only once (src/main.tsx). */
  installOffer?: InstallOffer | undefined
  /** Written by `/env.js`, so that one build serves every deployment. */
  __HACKNEY_ENV__?: { supabaseUrl?: string; supabaseKey?: string; vapidKey?: string; mapboxToken?: string }
}
