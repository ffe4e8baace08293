/**
 * One page in several variants: on the narrowest phone, light and dark, in other languages, all switched in place. A page that
 * a story has open anyway is checked in all of them within seconds, without another load.
 */
import { type Page, test } from '@playwright/test'
import { isFull } from '../support/full.ts'
import { expect, expectAccessible, expectContrast, expectNoSidewaysScroll } from './fixtures.ts'
import { noteEveryManner } from './opened-dialogs.ts'

type Manner = readonly [width: number, light: 'light' | 'dark', language: string]

/** German has the longest words; Arabic is written from right to left. HACKNEY_FULL=1 checks all twelve languages. */
const manners: readonly Manner[] = isFull
  ? [320, 390].flatMap((width) =>
      (['light', 'dark'] as const).flatMap((light) =>
        ['en', 'de', 'ar'].map((language) => [width, light, language] as const)
      )
    )
  : [
      [320, 'light', 'de'],
      [320, 'dark', 'ar']
    ]

interface MannerOptions {
  /** Selects a layer above the page; only that is checked. */
  within?: string
  /** Whether text needs a contrast of 7:1. */
  isSunny?: boolean
  /** The least height of a target: 44 px in a car, 24 px elsewhere. */
  target?: number
  keep?(page: Page, name: string): Promise<void>
}

/** Checks the open page in each variant, and restores it. The variants are a phone's: in the size of a desktop it does nothing. */
export async function expectEveryManner(page: Page, name: string, options: MannerOptions = {}): Promise<void> {
  if (!test.info().project.use.isMobile) return
  const { within, isSunny = false, target = 44, keep } = options
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const [language, isDark] = await page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.classList.contains('dark')
  ])
  const take = async (width: number, light: 'light' | 'dark', locale: string) => {
    await page.setViewportSize({ ...size, width })
    await page.emulateMedia({ colorScheme: light })
    await speak(page, locale)
    // If a page did not follow the device, the same scheme would be checked twice.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains('dark')))
      .toBe(light === 'dark')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
  }
  for (const [width, light, locale] of manners) {
    await take(width, light, locale)
    await expectNoSidewaysScroll(page)
    // After a change of width, a line needs a frame or two to be measured again.
    const faults = () => page.evaluate(findFaults, [within ?? 'body', target] as const)
    if ((await faults()).length > 0) await page.waitForTimeout(300)
    expect.soft(await faults(), `${name} at ${width} px, ${light}, ${locale}`).toEqual([])
    // The story has already checked the page itself in light mode.
    if (within || light === 'dark' || isFull) await expectAccessible(page, within)
    if (isSunny) await expectContrast(page)
    await keep?.(page, `${name}-${width}-${locale}-${light}`)
  }
  if (within) await noteEveryManner(page, within)
  await take(size.width, isDark ? 'dark' : 'light', language)
}

/**
 * Chooses a language as the menu does, even while a dialog covers it: by the page's own function, which is found by its code
 * among the exports of the loaded scripts (`changeLocale` of `lib/i18n.ts`).
 */
async function speak(page: Page, language: string): Promise<void> {
  const found = await page.evaluate(async (locale) => {
    if (document.documentElement.lang === locale) return true
    const form =
      /^async function [\w$]+\(([\w$]+)\)\{[^{}]*try\{localStorage\.setItem\([\w$]+,\1\)\}catch\{\}await [\w$]+\(\1\)\}$/
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/entities-[^/]+\.js$/.test(name))
    for (const { name } of scripts) {
      const values = Object.values<unknown>(await import(name))
      const change = values.find((value) => typeof value === 'function' && form.test(String(value)))
      if (typeof change !== 'function') continue
      await change(locale)
      return true
    }
    return false
  }, language)
  expect(found, 'the function that changes the language').toBe(true)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Describes what is cut off, sticks out at a side, or is too small for a finger. Runs in the page. */
export function findFaults([within, target]: readonly [string, number]): string[] {
  const root = document.querySelector(within)
  if (!root) return [`there is no ${within}`]
  const faults: string[] = []
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}`
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], .sr-only, [aria-hidden=true], .maplibregl-map, canvas')
  // A row of chips may scroll sideways; in a page or a sheet, sideways scrolling hides something.
  const isRow = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollHeight <= element.clientHeight + 1
  const scrolls = (element: Element) => {
    for (let over = element.parentElement; over; over = over.parentElement) if (isRow(over)) return true
    return false
  }
  /** The boxes of the element's own text, line by line. */
  const linesOf = (element: Element) =>
    [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return []
      const range = document.createRange()
      range.selectNode(node)
      return [...range.getClientRects()]
    })
  for (const element of root.querySelectorAll('*')) {
    if (!isSeen(element)) continue
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const style = getComputedStyle(element)
    const isLost =
      element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(style.overflowX) && !isRow(element)
    if (isLost && element !== document.scrollingElement) faults.push(`wider than its frame: ${nameOf(element)}`)
    const lines = linesOf(element)
    // A search field's text begins after its icon, whatever the direction of the text.
    const icon = element.matches('input') && element.parentElement?.querySelector(':scope > svg.absolute')
    if (icon) {
      const { left, right } = icon.getBoundingClientRect()
      const isAtLeft = left + right < box.left + box.right
      const from = box.left + Number.parseFloat(style.paddingLeft)
      const to = box.right - Number.parseFloat(style.paddingRight)
      if (isAtLeft ? right > from : left < to) faults.push(`text under its icon: ${nameOf(element)}`)
    }
    const isAutoBlock = element.matches('[dir=auto]:not(blockquote), bdi') && style.display !== 'inline'
    if (isAutoBlock && document.dir === 'rtl' && style.textAlign === 'start' && style.direction === 'ltr')
      faults.push(`aligned to the other side: ${nameOf(element)}`)
    if (lines.length > 0) {
      const left = Math.min(...lines.map((line) => line.left))
      const right = Math.max(...lines.map((line) => line.right))
      const hides = style.overflowX !== 'visible' && style.display !== 'inline'
      // An address may end with an ellipsis; a button or a heading has to be readable completely.
      const mayGoOn = style.textOverflow === 'ellipsis' && !element.closest('button, h1, h2, h3, label, dt')
      if (hides && element.scrollWidth > element.clientWidth + 1 && !mayGoOn) faults.push(`cut: ${nameOf(element)}`)
      if (!hides && (left < -1 || right > innerWidth + 1) && !scrolls(element))
        faults.push(`sticks out: ${nameOf(element)}`)
      const press = element.closest('button, a, label:has(> input[type=file])')?.getBoundingClientRect()
      if (press && !hides && (left < press.left - 1 || right > press.right + 1))
        faults.push(`wider than its frame: ${nameOf(element)}`)
      // An amount has no space at which it could break.
      const isOneWord = !/[ \-–/\n,@.]/.test((element.textContent ?? '').trim().replace(/\d\.\d/g, ''))
      if (isOneWord && new Set(lines.map(({ top }) => Math.round(top))).size > 1)
        faults.push(`broken in a word: ${nameOf(element)}`)
    }
    if (!element.matches('button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider]'))
      continue
    if (element.matches('input') && element.closest('label')) continue
    // A link within a sentence is as high as its line.
    if (element.matches('a') && style.display === 'inline') continue
    // The site's header is used in a parked car; drawings, maps and handles have their own sizes.
    const isAside =
      element.closest('header') !== null ||
      element.matches('[href="#main"], [role=slider], [data-map] *, [href*=openstreetmap], summary')
    const least = isAside ? 24 : target
    if (Math.min(box.width, box.height) < least - 0.5)
      faults.push(`small, ${Math.round(box.width)} x ${Math.round(box.height)}: ${nameOf(element)}`)
  }
  return [...new Set(faults)]
}
