import { describe, expect, it } from 'vitest'
import { read } from './files.ts'

const css = read('src/index.css')

/** The lightness of a colour in a scheme, from 0 to 1. */
function lightness(scheme: 'light' | 'dark', token: string): number {
  const found = new RegExp(`--${token}: light-dark\\(oklch\\(([\\d.]+).*oklch\\(([\\d.]+)`).exec(css)
  return Number(found?.[scheme === 'light' ? 1 : 2])
}

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  it('make the chosen option stand out by a lighter background', () => {
    expect(lightness(scheme, 'raised') - lightness(scheme, 'soft')).toBeGreaterThan(0.03)
  })

  it('contrast the amber logo with its background', () => {
    const ground = scheme === 'dark' ? 'raised' : 'ink'
    expect(lightness(scheme, 'accent') - lightness(scheme, ground)).toBeGreaterThan(0.4)
  })
})
