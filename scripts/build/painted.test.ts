import { expect, it } from 'vitest'
import { filesOf, paintedHtml } from './painted.ts'

const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'], dynamicImports: ['src/start.tsx'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/start.tsx': { file: 'assets/start.js', imports: ['_shared.js', '_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'src/login.tsx': { file: 'assets/login.js', imports: ['_react.js'] }
}

const template =
  '<html lang="en" dir="ltr"><head><title>x</title><meta name="description" content="y" /><script type="module" crossorigin src="/assets/index.js"></script></head><body><div id="root"></div></body></html>'

const page = {
  locale: 'de',
  dir: 'ltr',
  pathname: '/login',
  at: null,
  isClosed: false,
  hasStill: false,
  parts: ['src/login.tsx'],
  entry: 'index.html',
  offer: 'both',
  texts: 'assets/texts-1.json',
  head: {
    title: 'A & B',
    description: 'Say "hi"',
    robots: null,
    links: [{ rel: 'canonical', href: 'https://t.example/login?a=1&b=2' }]
  },
  html: '<p style="height:56svh" class="a">$&amp;</p><i style="height:56svh"></i>'
}

it('a prerendered page has its texts, its language, and each of its chunks once for later loading', () => {
  const html = paintedHtml(template, page, manifest, 'en de')
  expect(html).toContain('<html data-page="/login" data-languages="en de" lang="de" dir="ltr" data-offer="both">')
  const links = [...html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, href]) => href)
  expect(html).toMatch(/<template data-parts-at="\/login">\s*<link rel="preload" as="fetch"/)
  expect(html).toContain('<script type="module" fetchpriority="low" ')
  expect(links.sort()).toEqual(['/assets/login.js', '/assets/react.js', '/assets/start.js'])
  expect(html).toContain('<link rel="preload" as="fetch" crossorigin href="/assets/texts-1.json" data-texts="de" />')
})

it('a prerendered page with many addresses has their pattern, excludes search engines and preloads the still map', () => {
  const trip = { ...page, pathname: '/trip', at: '/bookings/[^/]+', isClosed: true, hasStill: true }
  const html = paintedHtml(
    template,
    { ...trip, head: { ...page.head, robots: 'noindex', links: [] } },
    manifest,
    'en de'
  )
  expect(html).toContain(
    '<html data-page="/trip" data-languages="en de" data-at="/bookings/[^/]+" data-closed="true" lang="de"'
  )
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).toContain('<template data-parts-at="/bookings/">')
  for (const scheme of ['light', 'dark'])
    expect(html).toContain(
      `<link rel="preload" as="image" href="/region/still-${scheme}.svg" media="(prefers-color-scheme: ${scheme})"`
    )
})

it('style attributes, which the content security policy refuses, become rules', () => {
  const html = paintedHtml(template, page, manifest, 'en de')
  expect(html).toContain(
    '<div id="root"><style>[data-p0]{height:56svh}</style><p data-p0 class="a">$&amp;</p><i data-p0></i></div>'
  )
})

it('each language is written to its folder, and the first one also to the default path', () => {
  expect(filesOf({ locale: 'en', pathname: '/' }, 'en')).toEqual(['index.html', 'en/index.html'])
  expect(filesOf({ locale: 'en', pathname: '/login' }, 'en')).toEqual(['login.html', 'en/login.html'])
  expect(filesOf({ locale: 'de', pathname: '/' }, 'en')).toEqual(['de/index.html'])
})
