/// <reference types="vite/client" />

/** Keys of a file of words, of which the build takes those that are named. */
declare module '*.json?part'

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  readonly VITE_MAPBOX_TOKEN?: string
  /** With which browsers are subscribed to pushes; the server's functions sign with its other half. */
  readonly VITE_VAPID_PUBLIC_KEY?: string
  /** `off`: no worker, and an earlier one goes. */
  readonly VITE_WORKER?: string
}

/** What Chromium brings where the site can be installed; others have a menu of their own for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

interface Window {
  /** Until it has been taken; a browser asks once for each offer (src/main.tsx). */
  installOffer?: InstallOffer | undefined
  /** Written by `/env.js`, so that one build serves every deployment. */
  __HACKNEY_ENV__?: { supabaseUrl?: string; supabaseKey?: string; vapidKey?: string; mapboxToken?: string }
}
