// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { dataScript, describeCompany } from './company.ts'
import { robots, sitemap } from './for-robots.ts'
import { type Operator, readOperator } from './operator.ts'
import type { SitePage } from './pages.ts'
import { withSiteHead } from './tags.ts'

const origin = 'https://taxi.example'
const hostile = `</script><script>alert(1)</script>"'&<!--\n$& {{name}}`

const operator = (given: Partial<Operator> = {}): Operator => ({
  app_name: 'Vaduz Taxi',
  app_category: 'both',
  brand_color: '',
  code: 'CHF',
  country: 'LI',
  logo: '',
  company_name: '',
  company_address: '',
  company_website: '',
  company_phone: '',
  contact_email: '',
  facebook_handle: '',
  twitter_handle: '',
  instagram_handle: '',
  api: 'https://api.example',
  ...given
})

const page: SitePage = {
  locale: 'de',
  dir: 'ltr',
  title: 'Über uns · {{name}}',
  description: 'Was {{name}} ist.',
  name: 'Hackney',
  links: [
    { rel: 'canonical', href: '/de/about-us' },
    { rel: 'alternate', hreflang: 'x-default', href: '/about-us' },
    { rel: 'alternate', hreflang: 'en', href: '/en/about-us' },
    { rel: 'alternate', hreflang: 'de', href: '/de/about-us' }
  ],
  picture: { href: '/cards/de.png?v=1', alt: '{{name}}: Taxi' }
}
const html = '<html><head><title>x</title><meta name="description" content="y" /></head><body></body></html>'

/** The content of a page's head, parsed like in a browser. */
function headOf(text: string) {
  const { head } = new DOMParser().parseFromString(text, 'text/html')
  const said = [...head.querySelectorAll('meta')].map((meta) => {
    return [meta.getAttribute('property') ?? meta.name, meta.content] as const
  })
  const [data = null] = [...head.querySelectorAll('script')].map(({ textContent }) => JSON.parse(textContent))
  return { head, title: head.querySelector('title')?.textContent, said: new Map(said), data }
}

describe('the head of a page', () => {
  it('gives chats a title, a description, languages and a picture with its size, at absolute addresses', () => {
    const { title, said, head } = headOf(withSiteHead(html, page, { origin, operator: operator(), area: null }))
    expect(title).toBe('Über uns · Vaduz Taxi')
    expect(Object.fromEntries(said)).toMatchObject({
      description: 'Was Vaduz Taxi ist.',
      'og:site_name': 'Vaduz Taxi',
      'og:title': 'Über uns · Vaduz Taxi',
      'og:url': 'https://taxi.example/de/about-us',
      'og:locale': 'de_DE',
      'og:locale:alternate': 'en_GB',
      'og:image': expect.stringMatching(/^https:\/\/taxi\.example\/cards\/de\.png\?v=1-[0-9a-f]{8}$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Vaduz Taxi: Taxi',
      'twitter:card': 'summary_large_image'
    })
    expect([...head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toContain(
      `${origin}/en/about-us`
    )
  })

  it('replaces an earlier one, and has the built-in name until another is set', () => {
    const first = withSiteHead(html, page, { origin: null, operator: null, area: null })
    expect(headOf(first).title).toBe('Über uns · Hackney')
    expect(first).not.toMatch(/canonical|og:url|ld\+json/)
    const whose = { origin, operator: operator(), area: null }
    expect(withSiteHead(first, page, whose)).toBe(withSiteHead(html, page, whose))
  })

  it('has neither address nor company on a page excluded from search engines', () => {
    const { said, data, head } = headOf(
      withSiteHead(html, { ...page, links: [] }, { origin, operator: operator(), area: null })
    )
    expect([said.has('og:url'), data, head.querySelectorAll('link').length]).toEqual([false, null, 0])
    expect(said.get('og:image')).toContain(origin)
  })

  it('contains the operator’s texts as plain text', () => {
    const told = operator({
      app_name: hostile,
      company_name: hostile,
      company_address: hostile,
      twitter_handle: hostile
    })
    const { title, said, data, head } = headOf(withSiteHead(html, page, { origin, operator: told, area: hostile }))
    const line = hostile.replace('\n', ' ')
    expect(title).toBe(`Über uns · ${line}`)
    expect(said.get('og:site_name')).toBe(line)
    expect(said.has('twitter:site')).toBe(false)
    expect(head.querySelectorAll('script')).toHaveLength(1)
    expect(data['@graph'][0].name).toBe(hostile)
  })
})

describe('the company', () => {
  const graphOf = (given: Partial<Operator>) =>
    describeCompany({ operator: operator(given), origin, area: 'Liechtenstein', locale: 'de' })['@graph'] as Record<
      string,
      unknown
    >[]

  it('is a business at its address, with a service for each bookable product', () => {
    const given = {
      company_name: 'Vaduz Taxi AG',
      company_address: 'Städtle 1\n9490 Vaduz',
      company_phone: '+423 1',
      logo: 'logo-1',
      instagram_handle: '@vt'
    }
    const [company, ...services] = graphOf(given)
    expect(company).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Vaduz Taxi AG',
      telephone: '+423 1',
      address: { streetAddress: 'Städtle 1 9490 Vaduz', addressCountry: 'LI' },
      logo: 'https://api.example/storage/v1/object/public/company/logo-1',
      sameAs: ['https://www.instagram.com/vt'],
      areaServed: 'Liechtenstein'
    })
    expect(company).not.toHaveProperty('email')
    expect(services.map((thing) => thing['@type'])).toEqual(['TaxiService', 'Service', 'WebSite'])
  })

  it('states no place and no service that it does not have', () => {
    expect(graphOf({ app_category: 'taxi' }).map((thing) => thing['@type'])).toEqual([
      'Organization',
      'TaxiService',
      'WebSite'
    ])
    expect(graphOf({ app_category: 'delivery' })[1]?.['@type']).toBe('Service')
  })

  it('never closes its script', () => {
    expect(dataScript({ name: hostile }).match(/<\/?script/g)).toHaveLength(2)
  })
})

describe('the files for crawlers', () => {
  it('list each address once, with its languages, and no page excluded from search engines', () => {
    const text = sitemap([page, page, { ...page, links: [] }], origin)
    const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
    expect([...root.getElementsByTagName('loc')].map((loc) => loc.textContent)).toEqual([
      'https://taxi.example/about-us',
      'https://taxi.example/en/about-us',
      'https://taxi.example/de/about-us'
    ])
    expect(root.querySelector('url')?.children).toHaveLength(4)
  })

  it('name the sitemap if the site’s address is known', () => {
    expect(robots(['/settings'], origin)).toBe(
      'User-agent: *\nDisallow: /settings\n\nSitemap: https://taxi.example/sitemap.xml\n'
    )
    expect(robots(['/settings'], null)).toBe('User-agent: *\nDisallow: /settings\n')
  })
})

describe('the operator', () => {
  const asked = (answer: () => Promise<Response>) => readOperator({ url: 'https://api.example', key: 'k' }, answer)

  it('is described by the settings', async () => {
    expect(await asked(async () => Response.json([{ ...operator(), logo: null }]))).toEqual(operator())
  })

  it('is unknown if the API returns no valid settings', async () => {
    for (const body of [[], {}, 'x', null, [null]]) expect(await asked(async () => Response.json(body))).toBeNull()
    expect(await asked(async () => new Response('[{}]', { status: 500 }))).toBeNull()
    expect(await asked(() => Promise.reject(new Error('no network')))).toBeNull()
  })
})
