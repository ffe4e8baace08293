import { assert, assertEquals } from '@std/assert'
import { brandOf, brandStyle, contrast } from './colour.ts'

/** Colours from everywhere: of cabs, of night and snow, loud ones, and a grid over all. */
const colours = [
  ...['#f2b01e', '#ffd100', '#0a1a4a', '#e4002b', '#00a86b', '#ffffff', '#000000', '#777777', '#fffff0', '#00ffff'],
  ...[0, 51, 102, 153, 204, 255].flatMap((r) =>
    [0, 51, 102, 153, 204, 255].flatMap((g) =>
      [0, 128, 255].map((b) => `#${[r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')}`)
    )
  ),
]
const paper = { light: ['#fbfaf7', '#ffffff'], dark: ['#15120f', '#1f1b17'] }
const ink = { light: '#1d1913', dark: '#f3f0eb' }

Deno.test('brand_color: off, pages keep our own colours', () => {
  for (const none of ['', 'red', '#12', '#12345g', '#1234567', '#f2b01e;}body{display:none']) {
    assertEquals([brandOf(none), brandStyle(none)], [null, ''])
  }
})

Deno.test('brand_color: on, text on the firm’s colour can be read in light and in dark, whatever the colour', () => {
  for (const colour of colours) {
    const brand = brandOf(colour)
    assert(brand)
    for (const scheme of ['light', 'dark'] as const) {
      const tints = brand[scheme]
      const about = `${colour} in ${scheme}: ${JSON.stringify(tints)}`
      assert(contrast(tints.ink, tints.accent) >= 4.5, about)
      assert(contrast(tints.ink, tints.strong) >= 4.5, about)
      assert(contrast(ink[scheme], tints.soft) >= 4.5, about)
      for (const ground of paper[scheme]) assert(contrast(tints.line, ground) >= 3, about)
    }
  }
})

Deno.test('brand_color: on, a colour that can be seen stays as it is', () => {
  for (const colour of ['#f2b01e', '#ffd100', '#00a86b', '#e4002b']) assertEquals(brandOf(colour)?.light.accent, colour)
})

Deno.test('a firm’s style sheet sets every tint for both schemes', () => {
  const style = brandStyle('#00a86b')
  for (const token of ['accent', 'accent-strong', 'accent-ink', 'accent-soft', 'accent-line', 'mark', 'mark-ink']) {
    assert(new RegExp(`--${token}:light-dark\\(#[0-9a-f]{6},#[0-9a-f]{6}\\)`).test(style), token)
  }
})
