import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('each page has its title, and links its languages where search engines may index it', async ({ open, person }) => {
  const page = await open('/about-us', { as: await person('rider9@hackney.test') })
  await expect(page).toHaveTitle('About us · Hackney')
  const links = page.locator('link[rel=canonical], link[rel=alternate][hreflang]')
  await expect(links).toHaveCount(5)
  await expect(links.first()).toHaveAttribute('href', page.url())
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(page).toHaveTitle('Bookings · Hackney')
  await expect(links).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a link to a page in one language opens it in that language until another is chosen', async ({ open }) => {
  const page = await open('/de/about-us')
  await expect(page).toHaveTitle('Über uns · Hackney')
  await expect(page).toHaveURL(/\/about-us\?lang=de$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL('/de/about-us', page.url()).href)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /Sprache/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page).toHaveTitle('About us · Hackney')
  expect(page.url()).not.toContain('lang=')
})

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('search engines and link previews get the company’s name and language, even if the name contains markup', async ({
  open,
  stack,
  isMobile
}) => {
  test.skip(isMobile, 'Crawlers have no size')
  const name = '</script><script>document.title = 1</script>&"'
  const settings = () => service(stack).from('settings')
  const { app_name, company_address } = unwrap(await settings().select('app_name, company_address').single())
  try {
    unwrap(await settings().update({ app_name: name, company_address: 'Städtle 1' }).eq('id', 1).select())
    const page = await open('/de/')
    const source = (path: string) => page.request.get(path).then((answer) => answer.text())
    // Polls, because the stack reads changed settings in the background.
    await expect.poll(() => source('/de/about-us')).toContain('&lt;/script&gt;')
    await page.goto('/de/about-us')
    await expect(page).toHaveTitle(`Über uns · ${name}`)
    const card = (property: string) => page.locator(`meta[property="og:${property}"]`).getAttribute('content')
    expect([await card('title'), await card('locale')]).toEqual([`Über uns · ${name}`, 'de_DE'])
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data['@graph'][0]).toMatchObject({ '@type': 'LocalBusiness', address: { streetAddress: 'Städtle 1' } })
    const picture = await page.request.get((await card('image')) ?? '')
    expect([picture.headers()['content-type'], ...sizeOf(await picture.body())]).toEqual(['image/png', 1200, 630])

    const addresses = [...(await source('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => at)
    expect(addresses).toContain(new URL('/ar/accessibility', page.url()).href)
    expect(await source('/robots.txt')).toContain(new URL('/sitemap.xml', page.url()).href)
    for (const address of addresses) expect(await source(address), address).toContain('rel="canonical"')
    const shared = await source('/t/somebody')
    expect(shared).toContain('name="robots" content="noindex"')
    expect(shared).not.toMatch(/somebody|og:url|canonical|ld\+json/)
  } finally {
    unwrap(await settings().update({ app_name, company_address }).eq('id', 1).select())
  }
})

test('the footer links the accessibility statement, which names a contact', async ({ open }) => {
  const page = await open('/contact-us')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click()
  await expect(page).toHaveTitle('Accessibility statement · Hackney')
  await expect(page.getByRole('heading', { name: 'What does not work yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).not.toHaveCount(0)
  await expectAccessible(page)
})

test('the footer links the licences, which name the source of the map and every package of the pages', async ({
  open
}) => {
  const page = await open('/contact-us')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Licences' }).click()
  await expect(page).toHaveTitle('Licences and map data · Hackney')
  await expect(page.getByText('© OpenStreetMap contributors. The data')).toBeVisible()
  const file = await page.getByRole('link', { name: 'All software licences (text file)' }).getAttribute('href')
  const notices = await (await page.request.get(file ?? '')).text()
  for (const name of ['react', 'maplibre-gl', '@fontsource-variable/inter']) {
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'))
  }
})
