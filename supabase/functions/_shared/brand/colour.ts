// Colours of the firm: from the one that the settings name, tints that people can read in light and in dark (WCAG 2.2 AA). The
// app, the server that fills in pages, the build and the mails use this code.

/** A colour in OKLCH: lightness from 0 to 1, chroma, and hue in degrees. */
interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055

const channelsOf = (hex: string): Triple =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple

/** Converts linear sRGB to OKLCH (https://bottosson.github.io/posts/oklab). */
function oklchOf(hex: string): Oklch {
  const [r, g, b] = channelsOf(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const first = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const second = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const hue = (Math.atan2(second, first) * 180) / Math.PI
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(first, second),
    h: hue < 0 ? hue + 360 : hue,
  }
}

function linearOf({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Returns a colour in hexadecimal; one that a screen cannot show with less chroma. */
function hexOf(colour: Oklch): string {
  let { c } = colour
  while (c > 0 && linearOf({ ...colour, c }).some((value) => value < -0.001 || value > 1.001)) c -= 0.004
  const channel = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, fromLinear(value))) * 255).toString(16).padStart(2, '0')
  return `#${linearOf({ ...colour, c: Math.max(0, c) }).map(channel).join('')}`
}

const luminance = (hex: string): number => {
  const [r, g, b] = channelsOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Contrast of text (1.4.3), and of marks that carry a meaning (1.4.11). */
const TEXT = 4.5
const MARK = 3
/**
 * Contrast of a button's surface with the page, in light. The rules ask for none, because its text says what it is, and a taxi's
 * yellow has to stay yellow; only white and the like are darkened.
 */
const SURFACE = 1.3

/** The page's backgrounds (`--paper`, `--card` of src/index.css). */
/** The page and its text in both schemes (`--paper`, `--ink`), for previews of the other one. */
export const pageColours = {
  light: { background: '#fbfaf7', color: '#1d1913' },
  dark: { background: '#15120f', color: '#f3f0eb' },
} as const

const grounds = { light: ['#fbfaf7', '#ffffff'], dark: ['#15120f', '#1f1b17'] } as const

/** Colours of one scheme. */
export interface Tints {
  /** Behind the main action, and of the route on the map. */
  accent: string
  /** The same under a pointer. */
  strong: string
  /** Text on both. */
  ink: string
  /** Behind a highlight. */
  soft: string
  /** Lines, stars and text in the firm's colour on the page. */
  line: string
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Moves a colour's lightness by steps until it fits; black or white if nothing does. */
function moved(colour: Oklch, step: number, fits: (hex: string) => boolean): Oklch {
  let { l } = colour
  while (!fits(hexOf({ ...colour, l })) && (step < 0 ? l > 0 : l < 1)) l = Math.min(1, Math.max(0, l + step))
  return { ...colour, l }
}

const against = (ground: readonly string[], least: number) => (hex: string): boolean =>
  ground.every((one) => contrast(hex, one) >= least)

/** Text on a colour: dark if that can be read, else white. */
function inkOn(colour: Oklch): string {
  const accent = hexOf(colour)
  const dark = hexOf({ l: 0.24, c: Math.min(colour.c, 0.04), h: colour.h })
  const options = [dark, '#ffffff', '#000000']
  return options.find((ink) => contrast(ink, accent) >= TEXT) ?? '#000000'
}

function tintsOf(brand: Oklch, scheme: 'light' | 'dark'): Tints {
  const isLight = scheme === 'light'
  const ground = grounds[scheme]
  const away = isLight ? -0.01 : 0.01
  const accent = moved(brand, away, against(ground, isLight ? SURFACE : MARK))
  const ink = inkOn(accent)
  // Under a pointer a little away from the page, if the text on it stays readable, else towards it.
  const strong = [4 * away, -4 * away]
    .map((by) => hexOf({ ...accent, l: Math.min(1, Math.max(0, accent.l + by)) }))
    .find((hex) => contrast(hex, ink) >= TEXT)
  const soft = isLight ? { l: 0.955, c: Math.min(brand.c, 0.05) } : { l: 0.33, c: Math.min(brand.c, 0.055) }
  return {
    accent: hexOf(accent),
    strong: strong ?? hexOf(accent),
    ink,
    soft: hexOf({ ...soft, h: brand.h }),
    line: hexOf(moved(accent, away, against(ground, MARK))),
  }
}

/**
 * Returns the tints of a firm's colour, adapted so that people can read them; null if the text is no colour (`#rrggbb`).
 */
export function brandOf(colour: string): { light: Tints; dark: Tints } | null {
  if (!isHex(colour)) return null
  const brand = oklchOf(colour)
  return { light: tintsOf(brand, 'light'), dark: tintsOf(brand, 'dark') }
}

/** Returns a style sheet that sets the firm's tints; empty without a colour. */
export function brandStyle(colour: string): string {
  const brand = brandOf(colour)
  if (!brand) return ''
  const { light, dark } = brand
  const both = (name: keyof Tints): string => `light-dark(${light[name]},${dark[name]})`
  const tokens = {
    accent: both('accent'),
    'accent-strong': both('strong'),
    'accent-ink': both('ink'),
    'accent-soft': both('soft'),
    'accent-line': both('line'),
    mark: both('accent'),
    'mark-ink': both('ink'),
  }
  const rules = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  return `html:root{${rules.join(';')}}`
}
