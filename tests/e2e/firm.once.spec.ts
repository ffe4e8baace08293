/** The firm's name, colour and logo: a sweep over all that leaves the product, under a name in another script. */
import { readSite } from '../../stack/web/site/pages.ts'
import { newestMail, requestCode, service, visitor } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, test } from './fixtures.ts'

const name = 'თბილისის ტაქსი'
const colour = '#0a7d5a'
/** The demo's people and its website have names below hackney.test. */
const software = /hackney(?!\.test)/i

/** The page without its scripts, which have keys of storages, and without the mark for our worker. */
const shown = (html: string): string =>
  html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<meta name="app-page"[^>]*>/, '')

test('everything that leaves has the firm’s name and colour, and nothing has the software’s', async ({
  open,
  person,
  stack,
  isMobile
}) => {
  test.skip(isMobile, 'Names have no size')
  test.setTimeout(600_000)
  const settings = () => service(stack).from('settings')
  const kept = unwrap(await settings().select('app_name, company_name, brand_color').single())
  const admin = await person('admin@hackney.test')
  const rider = await person('rider9@hackney.test')
  const driver = await person('driver9@hackney.test')
  try {
    unwrap(await settings().update({ app_name: name, company_name: '', brand_color: colour }).eq('id', 1).select())
    const page = await open('/login')
    const fetched = async (path: string) => (await page.request.get(path)).text()
    // Polls, because the stack reads changed settings in the background.
    await expect.poll(() => fetched('/')).toContain(name)

    await test.step('prerendered pages', async () => {
      const site = readSite('dist')
      const files = Object.keys(site?.pages.both ?? {})
      expect(files.length).toBeGreaterThan(20)
      for (const file of files) {
        const html = await fetched(`/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`)
        expect(html, file).toContain(`<meta name="application-name" content="${name}"`)
        expect(html, file).toContain('<style id="brand"')
        expect(html, file).not.toMatch(/\{\{(name|initial)\}\}/)
        if (!file.includes('licences')) expect(shown(html), file).not.toMatch(software)
      }
    })

    await test.step('manifests and pictures', async () => {
      for (const language of ['en', 'de', 'ar']) {
        const manifest = await (await page.request.get(`/manifest-${language}.webmanifest`)).json()
        expect(manifest).toMatchObject({ name, short_name: name, theme_color: colour })
        expect(JSON.stringify(manifest)).not.toMatch(software)
      }
      await expect.poll(() => fetched('/icon.svg')).toContain('თ')
      const card = async () => (await page.request.get('/cards/en.png')).headers().etag
      const before = await card()
      unwrap(await settings().update({ app_name: 'Rigi Taxi' }).eq('id', 1).select())
      await expect.poll(() => fetched('/').then(card), { timeout: 30_000 }).not.toBe(before)
      unwrap(await settings().update({ app_name: name }).eq('id', 1).select())
    })

    for (const [role, as] of [
      ['visitor', undefined],
      ['rider', rider],
      ['driver', driver],
      ['admin', admin]
    ] as const) {
      await test.step(`pages of the ${role}`, async () => {
        const own = await open('/contact-us', as ? { as } : {})
        await expect(own).toHaveTitle(new RegExp(name))
        await expect
          .poll(() => own.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent')))
          .toContain(colour)
        const pages = (readSite('dist')?.declared ?? []).filter(
          ({ viewers, name: one }) => viewers.includes(role) && !['licences', 'setup_link', 'home'].includes(one)
        )
        for (const { path } of pages) {
          // A page about one row has no title of its own before that row is there; its lists are looked at.
          if (path.includes(':')) continue
          await own.goto(path)
          await expect(own.locator('h1, main').first()).toBeVisible()
          await expect.soft(own, path).not.toHaveTitle(software)
          const text = await own.evaluate(() => document.body.innerText)
          expect.soft(text, path).not.toMatch(software)
        }
      })
    }

    await test.step('a mail', async () => {
      const since = Date.now()
      await requestCode(stack, visitor(stack), 'rider8@hackney.test')
      const mail = await newestMail(stack, 'rider8@hackney.test', since)
      expect(mail.Subject).toContain(name)
      expect(mail.From.Name).toBe(name)
      expect(`${mail.Subject} ${mail.Text} ${mail.HTML}`).not.toMatch(software)
    })
  } finally {
    unwrap(await settings().update(kept).eq('id', 1).select())
  }
})

test('a firm’s colour and its absence reach an open page without a new build', async ({ open, stack, isMobile }) => {
  test.skip(isMobile, 'Colours have no size')
  const set = async (brand_color: string) =>
    unwrap(await service(stack).from('settings').update({ brand_color }).eq('id', 1).select())
  try {
    await set('')
    const page = await open('/login')
    const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
    await expect.poll(accent).not.toContain('#')
    await set('#e4002b')
    await page.reload()
    await expect.poll(accent).toContain('#e4002b')
    await expect(page.locator('style#brand')).toHaveCount(1)
  } finally {
    await set('')
  }
})
