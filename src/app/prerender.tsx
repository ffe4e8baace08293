import { createInstance } from 'i18next'
import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { NAME } from '@/config/firm-name'
import { type Locale, languages } from '@/config/languages'
import { manifestOf } from '@/config/manifest'
import { type Offer, wordsFor } from '@/config/offer'
import { paths } from '@/config/paths'
import { PaintedSession } from '@/entities/person'
import { PaintedOffer } from '@/entities/settings'
import { PaintedSize, usePanelPlace } from '@/lib/page/use-media'
import { loadBundle } from '@/lib/texts/files'
import { i18nOptions } from '@/lib/texts/i18n'
import { PageLayout } from './layout/page-layout'
import { type PageHead, pageHead } from './page-head'
import type { PageFacts } from './pages/page'
import { portalPages } from './pages/portal-pages'
import { loadedSitePages } from './pages/site-loaders'
import { nowhere, sitePageAt, sitePages } from './pages/site-pages'
import { Home } from './routes/home/home-page'
import { LoginRoute } from './routes/login/login-route'
import { TripRoute } from './routes/trip/trip-route'
import { SharePage } from './share/share-page'

/*
 * Prerenders pages: the build writes their first content into the HTML, so that the browser paints a page before its script
 * loads. The build renders the same components as the browser, so that the first content in the browser is the same. It renders
 * them for a visitor, or for a person whose session is still being checked.
 */

export interface PaintedPage {
  locale: Locale
  dir: 'ltr' | 'rtl'
  /** The path from which the build makes the name of the HTML file. */
  pathname: string
  /** A regular expression for the paths that this HTML is for; null if it is only for `pathname`. */
  at: string | null
  /** True if the page needs a session: visitors are redirected to the sign-in page. */
  isClosed: boolean
  /** True if the page first shows a picture of the map, as its largest element, until the map itself has loaded. */
  hasStill: boolean
  /** The source files whose scripts the page needs. */
  parts: readonly string[]
  /** The entry of the build with which the page begins. */
  entry: string
  /**
   * The title, description and links of the page, with `NAME` in place of the firm's name. Addresses have no origin.
   */
  head: PageHead
  html: string
}

export interface Painted {
  pages: PaintedPage[]
  /** A sentence in each language that describes what the firm offers, for pictures. */
  cards: { locale: Locale; dir: 'ltr' | 'rtl'; sentence: string }[]
  /** Beginnings of the paths that need a session. */
  closed: string[]
  declared: readonly PageFacts[]
}

/** Renders the content twice, for a phone and for a desktop. CSS shows the one that fits the window. */
function BothSizes({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="wide:hidden">
        <PaintedSize value="phone">{children}</PaintedSize>
      </div>
      <div className="narrow:hidden">
        <PaintedSize value="desktop">{children}</PaintedSize>
      </div>
    </>
  )
}

function PaintedHome() {
  return <Home settings={undefined} desktop={usePanelPlace() === 'floating'} />
}

const layout = 'src/app/layout/page-layout.tsx'
const stage = 'src/components/map/stage.tsx'
const textSource = 'src/app/routes/pages/pages.tsx'
const texts = await Promise.all(
  loadedSitePages.filter(({ isText }) => isText).map(async (page) => ({ ...page, Component: await page.load() }))
)

interface Plan {
  parts: readonly string[]
  /** The entry of the build, if the page is a separate app. */
  entry?: string
  /** For a page with many addresses: the path that is rendered as an example, and a regular expression for all its paths. */
  address?: string
  at?: string
  isClosed?: boolean
  hasStill?: boolean
}

/** How each page is prerendered, by path. */
const plans: Record<string, Plan> = {
  [paths.home]: { parts: [stage, 'src/app/routes/home/home-page.tsx'] },
  [paths.login]: { parts: [layout, 'src/app/routes/login/login-route.tsx'] },
  ...Object.fromEntries(texts.map(({ path, source = textSource }) => [path, { parts: [layout, source] }])),
  // The page of a trip, prerendered because push notifications and messages link to it. The app reads the trip's id from the
  // address.
  '/trip': {
    parts: [
      stage,
      'src/app/layout/guard.tsx',
      'src/app/routes/trip/trip-route.tsx',
      'node_modules/@supabase/auth-js/dist/module/index.js'
    ],
    address: paths.booking('_'),
    at: paths.booking('[^/]+'),
    isClosed: true,
    hasStill: true
  },
  // The page of a shared trip; its path contains the secret token. It is prerendered because the link is often opened on a
  // phone that has no file of this site in its cache.
  '/t': {
    parts: ['node_modules/react-dom/client.js'],
    entry: 'src/share.tsx',
    address: paths.shared('_'),
    at: paths.shared('[^/]+'),
    hasStill: true
  }
}

async function wordsIn(locale: Locale) {
  const i18n = createInstance()
  const words = await loadBundle(locale)
  await i18n.use(initReactI18next).init(i18nOptions(locale, { [locale]: words }, () => i18n.dir()))
  return i18n
}

async function paint(locale: Locale, pathname: string, plan: Plan, offer: Offer): Promise<PaintedPage> {
  const { parts, address = pathname, at = null, isClosed = false, hasStill = false } = plan
  const { entry = 'index.html' } = plan
  const i18n = await wordsIn(locale)
  const dir = i18n.dir()
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <Direction.Provider dir={dir}>
          <PaintedOffer value={offer}>
            <PaintedSession status={isClosed ? 'loading' : 'signed_out'}>
              <StaticRouter location={address}>
                <Routes>
                  <Route
                    path={paths.home}
                    element={
                      <BothSizes>
                        <PaintedHome />
                      </BothSizes>
                    }
                  />
                  <Route
                    path={paths.booking(':id')}
                    element={
                      <BothSizes>
                        <TripRoute />
                      </BothSizes>
                    }
                  />
                  <Route
                    path={paths.shared(':token')}
                    element={
                      <BothSizes>
                        <SharePage token="" />
                      </BothSizes>
                    }
                  />
                  <Route element={<PageLayout />}>
                    <Route path={paths.login} element={<LoginRoute />} />
                    {texts.map(({ path, Component }) => (
                      <Route key={path} path={path} Component={Component} />
                    ))}
                  </Route>
                </Routes>
              </StaticRouter>
            </PaintedSession>
          </PaintedOffer>
        </Direction.Provider>
      </SWRConfig>
    </I18nextProvider>
  )
  const page = sitePageAt(address) ?? nowhere
  const head = pageHead(
    { origin: '', pathname: address, page, language: locale, languages },
    i18n.t,
    NAME,
    wordsFor(offer)
  )
  return { locale, dir, pathname, at, isClosed, hasStill, parts, entry, head, html }
}

/** All pages, without the code that loads them. */
const declared: PageFacts[] = [...sitePages, ...portalPages].map(({ name, path, viewers, layout }) => ({
  name,
  path,
  viewers,
  layout
}))

/** Returns the beginnings of all paths that visitors cannot open. The build writes them into robots.txt. */
function closedPaths(): string[] {
  const closed = declared.filter(({ viewers }) => !viewers.includes('visitor'))
  const begins = [...new Set(closed.map(({ path }) => path.replace(/:.*$/, '')))]
  return begins.filter((path) => !begins.some((other) => other !== path && path.startsWith(`${other}/`)))
}

/** Prerenders all pages in all languages, for a firm with this offer and with placeholders for its name. */
export async function paintPages(offer: Offer): Promise<Painted> {
  const pages = languages.flatMap(({ locale }) =>
    Object.entries(plans).map(([pathname, plan]) => paint(locale, pathname, plan, offer))
  )
  const cards = languages.map(async ({ locale }) => {
    const { t, dir } = await wordsIn(locale)
    return { locale, dir: dir(), sentence: t('pages.home.title', wordsFor(offer)) }
  })
  return { pages: await Promise.all(pages), cards: await Promise.all(cards), closed: closedPaths(), declared }
}

/** Returns the web app manifest of each language, with which the site can be installed as an app; with a placeholder for the name. */
export function writeManifests(offer: Offer) {
  return Promise.all(
    languages.map(async ({ locale }) => {
      const { t, dir } = await wordsIn(locale)
      const words = {
        name: NAME,
        description: t('pages.home.description', wordsFor(offer)),
        book: t('device:shortcut.book', wordsFor(offer)),
        bookings: t('device:shortcut.bookings'),
        drive: t('device:shortcut.drive')
      }
      return { locale, manifest: manifestOf({ locale, dir: dir(), words }) }
    })
  )
}
