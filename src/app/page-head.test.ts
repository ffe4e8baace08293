import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '@/config/languages'
import { loadBundle, loadWords } from '@/lib/texts/files'
import { pageHead } from './page-head'
import { portalPages } from './pages/portal-pages'
import { nowhere, sitePageAt, sitePages } from './pages/site-pages'

beforeAll(async () => {
  await i18next.init({ lng: 'en', defaultNS: 'common', resources: { en: await loadBundle('en') } })
})

const headOf = (pathname: string, language: string | null = null, origin = 'https://taxi.example') =>
  pageHead({ origin, pathname, page: sitePageAt(pathname) ?? nowhere, language, languages }, i18next.t, 'Hackney')

describe('the head of a page', () => {
  it('has a separate title for every page', () => {
    const pages = [...sitePages, ...portalPages, nowhere]
    const titles = pages.map((page) => {
      return pageHead({ origin: '', pathname: page.path, page, language: null, languages }, i18next.t, 'Hackney').title
    })
    expect(new Set(titles).size).toBe(pages.length)
    for (const title of titles) expect(title).toMatch(/^\p{Lu}[^.{}]+ · Hackney$/u)
  })

  it("is only the product's name until the portal's texts have loaded", async () => {
    const page = portalPages[0] ?? nowhere
    const bare = i18next.createInstance()
    await bare.init({
      lng: 'en',
      defaultNS: 'common',
      resources: { en: { common: (await loadWords('en', 'common')) ?? {} } }
    })
    expect(pageHead({ origin: '', pathname: '/', page, language: null, languages }, bare.t, 'Hackney').title).toBe(
      'Hackney'
    )
  })

  it('links each language of an open page, absolutely, and itself as the canonical address', () => {
    const { links, robots, description } = headOf('/about-us', 'de')
    expect(robots).toBeNull()
    expect(description).toContain('Hackney')
    expect(links).toEqual([
      { rel: 'canonical', href: 'https://taxi.example/de/about-us' },
      { rel: 'alternate', hreflang: 'x-default', href: 'https://taxi.example/about-us' },
      { rel: 'alternate', hreflang: 'en', href: 'https://taxi.example/en/about-us' },
      { rel: 'alternate', hreflang: 'de', href: 'https://taxi.example/de/about-us' },
      { rel: 'alternate', hreflang: 'ar', href: 'https://taxi.example/ar/about-us' }
    ])
  })

  it('excludes pages that need a session, and missing pages, from search engines', () => {
    for (const pathname of ['/bookings/7', '/dashboard', '/nowhere']) {
      expect(headOf(pathname)).toMatchObject({ robots: 'noindex', links: [] })
    }
  })

  it("links an operator's own language by the page's address, since no page is prerendered in it", () => {
    const page = sitePageAt('/') ?? nowhere
    const { links } = pageHead(
      { origin: '', pathname: '/', page, language: 'fa', languages: [{ locale: 'de' }, { locale: 'fa' }] },
      i18next.t,
      'Hackney'
    )
    expect(links.map(({ href }) => href)).toEqual(['/?lang=fa', '/', '/de/', '/?lang=fa'])
  })
})
