import { readFileSync } from 'node:fs'

const channel = (linear: number): string => {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0')
}

/** Converts a colour of the style sheet for pictures: from OKLab, with its own matrices, to sRGB in hexadecimal. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    '#',
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  ].join('')
}

/** The light colours of the app by their names (`--ink` and others of src/index.css). */
export function coloursIn(css: string): (name: string) => string {
  return (name) => {
    const [, ...numbers] =
      new RegExp(`--${name}: (?:light-dark\\()?oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)`).exec(css) ?? []
    if (numbers.length === 0) throw new Error(`The style sheet has no colour --${name}`)
    const [lightness = 0, chroma = 0, hue = 0] = numbers.map(Number)
    return hexOf(lightness, chroma, hue)
  }
}

export const readColours = (path: string): ReturnType<typeof coloursIn> => coloursIn(readFileSync(path, 'utf8'))
