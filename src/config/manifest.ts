/** Texts of the web app manifest in one language. */
interface ManifestWords {
  name: string
  description: string
  book: string
  bookings: string
  drive: string
}

interface ManifestOptions {
  locale: string
  dir: string
  words: ManifestWords
  /**
   * The site's origin, put before each address in the manifest. Only needed if the manifest is a blob URL: addresses relative
   * to a blob URL do not work.
   */
  origin?: string
  /** The firm's colour; without one the installed app has the page's. */
  theme?: string | undefined
}

/** Background colour while the installed app starts: the page's light background in index.html. */
const GROUND = '#f9f8f5'

/**
 * Returns the content of the web app manifest. The build writes one manifest per language. The
 * page replaces it by one with the firm's name and colour (src/app/device/own-manifest.ts).
 */
export function manifestOf({ locale, dir, words, origin = '', theme = GROUND }: ManifestOptions) {
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
    // The id is the same in every language, so that browsers treat all manifests as one app.
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
    theme_color: theme,
    categories: ['travel', 'navigation'],
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(192, 'maskable'),
      icon(512, 'maskable'),
      { src: `${origin}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }
    ],
    // One manifest serves everybody: who may not drive is asked to sign in. The fragment tells the form from the start of the
    // app, which would open the trip under way (src/app/start-path.ts).
    shortcuts: [shortcut(words.book, '/#book'), shortcut(words.bookings, '/bookings'), shortcut(words.drive, '/drive')]
  }
}
