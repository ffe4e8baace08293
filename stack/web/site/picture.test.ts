import { expect, it } from 'vitest'
import { coloursIn, hexOf } from '../../../scripts/build/colours.ts'
import { pictureMaker } from './picture.ts'

const css = ['ink', 'muted', 'accent', 'soft', 'paper'].map((name, at) => {
  return `--${name}: light-dark(oklch(${at * 0.2} 0.1 80), red);`
})
const colour = coloursIn(css.join('\n'))

it('the preview picture uses the style sheet’s colours', () => {
  expect([hexOf(1, 0, 0), hexOf(0, 0, 0)]).toEqual(['#ffffff', '#000000'])
  expect(hexOf(0.628, 0.2577, 29.23)).toBe('#ff0000')
  expect(colour('ink')).toBe(hexOf(0, 0.1, 80))
  expect(() => colour('pink')).toThrow('--pink')
})

it('the preview picture has the format that chats expect, for any name and without a map of the region', async () => {
  const draw = await pictureMaker(null, colour)
  const pictures = ['Taxi', '</text><script>&"', 'ط'.repeat(80), '出租车 🚕', ''].map((name) => {
    return Buffer.from(draw({ name, sentence: `${name} ${'long words '.repeat(20)}`, dir: 'rtl' }))
  })
  for (const png of pictures)
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBeGreaterThan(3)
}, 60_000)
