import type { Locator, Page } from '@playwright/test'
import { choosePlace, drawnMap, expect, expectDrawn, test } from './fixtures.ts'

test.use({ map: true })

/** The box of an element in the page itself: the markup painted first is removed when the program takes over. */
const boxOf = async (locator: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect(async () => {
    box = await locator.boundingBox()
    expect(box).not.toBeNull()
  }, `${locator} is in sight`).toPass()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

const logo = (page: Page) => page.getByRole('banner').getByRole('link').first()

/** Whether a press at the start of an element hits that element. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + 16, y + height / 2)
    return top !== null && (element.contains(top) || top.contains(element))
  })

test('the mouse wheel scrolls the page over the map, without the map’s zoom hint', async ({ open, isMobile }) => {
  test.skip(isMobile, 'a phone has no wheel, and no page below its map')
  const page = await open('/')
  await drawnMap(page)
  await page.mouse.move(1000, 500)
  await page.mouse.wheel(0, 120)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(60)
  await page.waitForTimeout(300)
  for (const words of await page.locator('.maplibregl-cooperative-gesture-screen').all())
    await expect(words).toBeHidden()
})

// Spec 2.13, 9.36
test('the header never covers a field while scrolling, and becomes fixed after 400 px', async ({ open, isMobile }) => {
  test.skip(isMobile, 'on a phone the start page does not scroll')
  const page = await open('/')
  await expectDrawn(page)
  const fields = page.getByRole('combobox')
  for (const top of [0, 60, 120, 160, 200, 300, 390]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await page.waitForTimeout(250)
    for (const field of await fields.all()) {
      const { y, height } = await boxOf(field)
      if (y > 0 && y + height < 900)
        expect(await isUncovered(field), `a field at ${y} px, scrolled by ${top} px`).toBe(true)
    }
  }
  for (const [top, position] of [
    [398, 'absolute'],
    [402, 'fixed']
  ] as const) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    await expect(page.getByRole('banner'), `scrolled by ${top} px`).toHaveCSS('position', position)
  }
  await expect(logo(page)).toBeInViewport()
})

test('the wordmark has its own background, so street names do not show through', async ({ open }) => {
  const page = await open('/')
  await expectDrawn(page)
  for (const part of [logo(page).getByText('Hackney', { exact: true }), logo(page).locator('img, [data-letter]')]) {
    const grounds = await part.first().evaluate((element) => {
      const around = [element]
      while (around[0]?.parentElement && around[0].tagName !== 'A') around.unshift(around[0].parentElement)
      return around.map((one) => getComputedStyle(one).backgroundColor).filter((color) => color !== 'rgba(0, 0, 0, 0)')
    })
    expect(grounds).not.toEqual([])
  }
})

test('on a phone the sheet shows the booking form, and the text about the product only below it', async ({
  open,
  isMobile
}) => {
  test.skip(!isMobile, 'a desktop has room below the map')
  const page = await open('/')
  await expectDrawn(page)
  const words = page.getByRole('heading', { name: 'The fare before the ride' })
  await expect(words).not.toBeInViewport()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Privacy' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'About' }).click()
  await expect(words).toBeVisible()
})

test('the pages of the site have the same left edges and heading positions', async ({ open, person }) => {
  const page = await open('/about-us', { as: await person('rider2@hackney.test') })
  const paths = ['/profile', '/about-us', '/contact-us', '/privacy-policy']
  const headings = new Map<string, { x: number; y: number }>()
  for (const path of paths) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    headings.set(path, await boxOf(heading))
    const mark = await boxOf(logo(page).locator('[data-letter]'))
    const edge = await boxOf(page.getByRole('contentinfo').locator('p').first())
    expect(edge.x, `the footer of ${path}`).toBe(mark.x)
  }
  expect(new Set([...headings.values()].map(({ y }) => y)).size, JSON.stringify([...headings])).toBe(1)
  const columns = paths.map((path) => headings.get(path)?.x)
  expect(new Set(columns).size, JSON.stringify([...headings])).toBe(1)
})

// Spec 5.4, 8.4
test('pressing Book without a place shows the error and focuses the field; the error disappears once the field is filled in', async ({
  open,
  person,
  isMobile
}) => {
  test.skip(isMobile, 'A phone offers to book once there is a route')
  const page = await open('/', { as: await person('rider2@hackney.test') })
  const said = page.getByText('Please choose a pickup, a drop and a car.')
  await page.getByRole('button', { name: /^Book/ }).click()
  await expect(said).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Pickup' })).toBeFocused()
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await expect(page.getByRole('combobox', { name: 'Drop' })).toBeFocused()
  await page.getByRole('option', { name: /on the map/ }).click()
  await page.getByRole('button', { name: 'Use this place' }).click()
  await expect(page.getByRole('button', { name: /^Book Cab · CHF\s\d+\.\d\d/ })).toBeVisible()
  await expect(said).toHaveCount(0)
})
