/** What a firm does not offer is sold nowhere: a sweep over everything that visitors and riders see and fetch. */
import { readSite } from '../../stack/web/site/pages.ts'
import { isFull } from '../support/full.ts'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, test } from './fixtures.ts'

/** Words of what is not offered, in each language. Privacy and licences speak of both, as they must. */
const sold = {
  taxi: /\bparcels?\b|\bpakete?n?\b|طرد|طرود|delivery/i,
  delivery: /\btaxis?\b|\bcabs?\b|سيارة أجرة|سيارات الأجرة/i
}
const quiet = /privacy|licences|accessibility/

/** What people and other programs read: without scripts, addresses and the texts that a page brings for later. */
const shown = (html: string): string =>
  html
    .replace(/<script(?! type="application\/ld)[\s\S]*?<\/script>/g, '')
    .replace(/\s(?:href|src|class|data-[\w-]+)="[^"]*"/g, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')

for (const offer of ['taxi', 'delivery'] as const) {
  test(`a firm that offers only ${offer === 'taxi' ? 'rides sells no parcels' : 'parcels sells no rides'}`, async ({
    open,
    person,
    stack,
    isMobile
  }) => {
    test.skip(isMobile, 'Words have no size')
    test.setTimeout(300_000)
    const settings = () => service(stack).from('settings')
    const kept = unwrap(await settings().select('app_category, app_name, company_name').single())
    const rider = await person('rider9@hackney.test')
    try {
      // A name that sells nothing itself.
      const own = { app_category: offer, app_name: 'Rigi', company_name: '' }
      unwrap(await settings().update(own).eq('id', 1).select())
      const page = await open('/login')
      const fetched = async (path: string) => (await page.request.get(path)).text()
      await expect.poll(() => fetched('/')).toContain(`data-offer="${offer}"`)

      for (const file of Object.keys(readSite('dist')?.pages[offer] ?? {})) {
        if (quiet.test(file)) continue
        const html = await fetched(`/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`)
        expect.soft(shown(html), file).not.toMatch(sold[offer])
      }
      for (const language of ['en', 'de', 'ar'])
        expect.soft(await fetched(`/manifest-${language}.webmanifest`), language).not.toMatch(sold[offer])

      for (const [role, as] of [
        ['visitor', undefined],
        ['rider', rider]
      ] as const) {
        const pages = (readSite('dist')?.declared ?? []).filter(
          ({ viewers, path, name }) =>
            viewers.includes(role) &&
            !path.includes(':') &&
            !quiet.test(name) &&
            !['bookings', 'setup_link', 'notices'].includes(name)
        )
        // A rider's pages take as long as a visitor's; the texts of all languages are read in the whole run.
        for (const language of isFull || role === 'visitor' ? ['en', 'de', 'ar'] : ['de']) {
          const visited = await open('/contact-us', { locale: language, ...(as && { as }) })
          for (const { path } of pages) {
            await visited.goto(`${path}?lang=${language}`)
            await expect(visited.locator('h1, main').first()).toBeVisible()
            await visited.waitForLoadState('networkidle')
            const text = await visited.evaluate(() => `${document.title}\n${document.body.innerText}`)
            expect.soft(text, `${role} ${path} ${language}`).not.toMatch(sold[offer])
          }
        }
      }
    } finally {
      unwrap(await settings().update(kept).eq('id', 1).select())
    }
  })
}
