/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string
  readonly VITE_MAPBOX_TOKEN?: string
  /** `off`: no worker, and an earlier one goes. */
  readonly VITE_WORKER?: string
}

interface Window {
  /** Written by `/env.js`, so that one build serves every deployment. */
  __HACKNEY_ENV__?: { supabaseUrl?: string; supabaseKey?: string; mapboxToken?: string }
}
