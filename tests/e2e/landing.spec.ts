import type { Locator, Page } from '@playwright/test'
import { choosePlace, drawnMap, expect, expectDrawn, test } from './fixtures.ts'

test.use({ map: true })

/** Where something is, once it is there: what is painted first is taken away when the page takes over. */
const boxOf = async (locator: Locator) => {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect(async () => {
    box = await locator.boundingBox()
    expect(box).not.toBeNull()
  }, `${locator} is in sight`).toPass()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

const logo = (page: Page) => page.getByRole('banner').getByRole('link').first()

/** Whether a press at the start of an element meets the element. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + 16, y + height / 2)
    return top !== null && (element.contains(top) || top.contains(element))
  })

test('the wheel scrolls the page past the map, and no words come over it', async ({ open, isMobile }) => {
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

test('the header covers no field at any scroll, and stands on its own ground from 400 px on', async ({
  open,
  isMobile
}) => {
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

test('the wordmark stands on a ground of its own, off the names of streets', async ({ open }) => {
  const page = await open('/')
  await expectDrawn(page)
  const ground = await logo(page).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(ground).not.toBe('rgba(0, 0, 0, 0)')
})

test('on a phone the sheet holds the booking and no text about the product', async ({ open, isMobile }) => {
  test.skip(!isMobile, 'a desktop has room below the map')
  const page = await open('/')
  await expectDrawn(page)
  const words = page.getByRole('heading', { name: 'The fare before the ride' })
  await expect(words).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Privacy' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'About' }).click()
  await expect(words).toBeVisible()
})

test('the pages of the site share one frame: their edges and the heights of their headings are the same', async ({
  open,
  person
}) => {
  const page = await open('/about-us', { as: await person('rider2@hackney.test') })
  const paths = ['/profile', '/about-us', '/contact-us', '/privacy-policy']
  const headings = new Map<string, { x: number; y: number }>()
  for (const path of paths) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    headings.set(path, await boxOf(heading))
    const mark = await boxOf(logo(page).locator('svg'))
    const edge = await boxOf(page.getByRole('contentinfo').locator('p').first())
    expect(edge.x, `the footer of ${path}`).toBe(mark.x)
  }
  expect(new Set([...headings.values()].map(({ y }) => y)).size, JSON.stringify([...headings])).toBe(1)
  const columns = paths.map((path) => headings.get(path)?.x)
  expect(new Set(columns).size, JSON.stringify([...headings])).toBe(1)
})

test('what lacks is said and focused when Book is pressed, and no longer once it is there', async ({
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
