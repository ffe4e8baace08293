/**
 * Where the SPA finds its Supabase project: `/env.js` at run time wins over the build's own environment, and a
 * stack on this machine is the last resort.
 */
const runtime = typeof window === 'undefined' ? undefined : window.__HACKNEY_ENV__

export const env = {
  supabaseUrl: runtime?.supabaseUrl || import.meta.env.VITE_SUPABASE_URL || 'http://127.0.0.1:54321',
  supabaseKey:
    runtime?.supabaseKey ||
    import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ||
    'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  mapboxToken: runtime?.mapboxToken || import.meta.env.VITE_MAPBOX_TOKEN || null
} as const
