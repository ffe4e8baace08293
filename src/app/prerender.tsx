import { createInstance } from 'i18next'
import { Direction } from 'radix-ui'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { type Locale, languages } from '@/config/languages'
import { paths } from '@/config/paths'
import { SessionProvider } from '@/entities/person'
import { i18nOptions } from '@/lib/i18n'
import { PageLayout } from './layout/page-layout'
import { type PageHead, pageHead } from './page-head'
import { nowhere, sitePageAt } from './pages/site-pages'
import { Home } from './routes/home/home-page'
import { LoginRoute } from './routes/login/login-route'
import { AboutPage, ContactPage, PrivacyPage } from './routes/pages/pages'

/*
 * What the build writes into the HTML, so that a page is painted before its program is there. These are the pages
 * themselves, as they begin for a visitor, so the two cannot drift.
 */

export interface PaintedPage {
  locale: Locale
  dir: 'ltr' | 'rtl'
  pathname: string
  /** The source files of the page's parts of the program. */
  parts: readonly string[]
  head: PageHead
  html: string
}

const files = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { eager: true, import: 'default' })

function wordsOf(locale: Locale) {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`../locales/${locale}/`))
  return Object.fromEntries(own.map(([path, words]) => [path.split('/').at(-1)?.replace('.json', '') ?? '', words]))
}

/** Of the two sizes that have a form of their own each is there, and the style sheet shows one. */
function PaintedHome() {
  return (
    <>
      <div className="min-[900px]:hidden">
        <Home settings={undefined} desktop={false} />
      </div>
      <div className="max-[899.98px]:hidden">
        <Home settings={undefined} desktop />
      </div>
    </>
  )
}

const layout = 'src/app/layout/page-layout.tsx'
const texts = [layout, 'src/app/routes/pages/pages.tsx']

const partsOf: Record<string, readonly string[]> = {
  [paths.home]: ['src/components/map/stage.tsx', 'src/app/routes/home/home-page.tsx'],
  [paths.login]: [layout, 'src/app/routes/login/login-route.tsx'],
  [paths.about]: texts,
  [paths.contact]: texts,
  [paths.privacy]: texts
}

async function paint(locale: Locale, pathname: string, origin: string | null): Promise<PaintedPage> {
  const i18n = createInstance()
  await i18n.use(initReactI18next).init(i18nOptions(locale, { [locale]: wordsOf(locale) }, () => i18n.dir()))
  const dir = i18n.dir()
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <Direction.Provider dir={dir}>
          <SessionProvider>
            <StaticRouter location={pathname}>
              <Routes>
                <Route path={paths.home} element={<PaintedHome />} />
                <Route element={<PageLayout />}>
                  <Route path={paths.login} element={<LoginRoute />} />
                  <Route path={paths.about} element={<AboutPage />} />
                  <Route path={paths.contact} element={<ContactPage />} />
                  <Route path={paths.privacy} element={<PrivacyPage />} />
                </Route>
              </Routes>
            </StaticRouter>
          </SessionProvider>
        </Direction.Provider>
      </SWRConfig>
    </I18nextProvider>
  )
  const page = sitePageAt(pathname) ?? nowhere
  const head = pageHead({ origin, pathname, page, language: null, languages }, i18n.t, i18n.t('app_name'))
  return { locale, dir, pathname, parts: partsOf[pathname] ?? [], head, html }
}

/**
 * Every open page in every language.
 *
 * @param origin Where the site will be, if the build knows it: search engines want whole addresses.
 */
export function paintPages(origin: string | null): Promise<PaintedPage[]> {
  return Promise.all(
    languages.flatMap(({ locale }) => Object.keys(partsOf).map((pathname) => paint(locale, pathname, origin)))
  )
}
