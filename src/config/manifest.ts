/** The texts of the web app manifest, in one language. */
interface ManifestWords {
  name: string
  description: string
  book: string
  bookings: string
}

interface ManifestOptions {
  locale: string
  dir: string
  words: ManifestWords
  /** Origin of the site, for a manifest that is not served by it (a blob URL); otherwise its addresses are relative. */
  origin?: string
}

/** Page backgrounds in both schemes, as in index.html; the installed app starts with the light one. */
const GROUND = '#f9f8f5'

/**
 * The web app manifest. The build writes one per language; the page writes it again when the operator has a name of their own
 * (src/app/device/own-manifest.ts).
 */
export function manifestOf({ locale, dir, words, origin = '' }: ManifestOptions) {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `${origin}/icons/${purpose === 'any' ? 'icon' : 'maskable'}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose
  })
  const shortcut = (name: string, path: string) => ({
    name,
    url: origin + path,
    icons: [{ src: `${origin}/icons/icon-192.png`, sizes: '192x192', type: 'image/png' }]
  })
  return {
    // The same in every language, so that all of them are one installed app.
    id: `${origin}/`,
    start_url: `${origin}/`,
    scope: `${origin}/`,
    name: words.name,
    short_name: words.name,
    description: words.description,
    lang: locale,
    dir,
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['travel', 'navigation'],
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(192, 'maskable'),
      icon(512, 'maskable'),
      { src: `${origin}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }
    ],
    shortcuts: [shortcut(words.book, '/'), shortcut(words.bookings, '/bookings')]
  }
}
