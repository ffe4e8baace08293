/**
 * Draws the icons of the installed app from `public/icon.svg`. Run by hand when that changes:
 *
 *   node scripts/icons.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './test/machine.ts'

const root = join(import.meta.dirname, '..')
const rounded = readFileSync(join(root, 'public/icon.svg'), 'utf8')
/** The icon for devices that cut the shape themselves: the background fills the square, and the mark is well inside. */
const full = rounded.replace(/ rx="\d+"/, '')

const icons = [
  ['icon-192', 192, rounded],
  ['icon-512', 512, rounded],
  ['maskable-192', 192, full],
  ['maskable-512', 512, full],
  ['apple-touch-icon', 180, full],
  // The badge, which phones draw in one colour beside the clock.
  ['badge', 96, rounded.replace(/<rect[^>]*\/>/, '').replace('#f2b01e', '#fff')]
] as const

const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
mkdirSync(join(root, 'public/icons'), { recursive: true })
for (const [name, size, svg] of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
  writeFileSync(join(root, `public/icons/${name}.png`), await page.screenshot({ omitBackground: true }))
}
await browser.close()
