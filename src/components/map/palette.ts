/**
 * Colours of the map. They are written in hex, because a map library parses them itself; keep them consistent with the tokens
 * in index.css.
 */
export const palettes = {
  light: {
    ground: '#f6f4f0',
    built: '#f1eee9',
    wood: '#e6ecdf',
    grass: '#edf1e5',
    rock: '#efece7',
    water: '#cfe0e8',
    building: '#e6e1d9',
    buildingEdge: '#dcd6cc',
    road: '#ffffff',
    major: '#fffaee',
    majorFar: '#e4d5b4',
    casing: '#ddd6cb',
    path: '#ddd6cb',
    rail: '#cfc8bd',
    boundary: '#b9b0a2',
    label: '#3d3830',
    street: '#6c6458',
    waterLabel: '#4a7286',
    halo: '#f9f8f5',
    route: '#e9a917',
    routeCase: '#1d1a15',
    driven: '#a59c8d',
    ok: '#22794a',
    info: '#2268a8',
    bad: '#b5403a',
    quiet: '#8a8378'
  },
  dark: {
    ground: '#1d1b18',
    built: '#211f1b',
    wood: '#1e241d',
    grass: '#20231c',
    rock: '#23201d',
    water: '#18242c',
    building: '#292622',
    buildingEdge: '#312d29',
    road: '#39352f',
    major: '#4a443b',
    majorFar: '#6a6050',
    casing: '#1a1815',
    path: '#312d28',
    rail: '#37332d',
    boundary: '#5b544a',
    label: '#e9e6e0',
    street: '#9d968b',
    waterLabel: '#7297ab',
    halo: '#1d1b18',
    route: '#f2b52c',
    routeCase: '#14110d',
    driven: '#5f584d',
    ok: '#74d09b',
    info: '#85bdf0',
    bad: '#f59a92',
    quiet: '#8d867b'
  }
} as const

export type Palette = (typeof palettes)[keyof typeof palettes]

/** The colour of a token that a firm's own style sheet sets (`brandStyle`); undefined without one. */
function ownColour(token: string, theme: 'light' | 'dark'): string | undefined {
  const written = getComputedStyle(document.documentElement).getPropertyValue(token)
  const [, light, dark] = /light-dark\((#\w{6}),\s*(#\w{6})\)/.exec(written) ?? []
  return theme === 'light' ? light : dark
}

/** Colours of the route and of its outline: the firm's, or else our own. */
export function routeColours(theme: 'light' | 'dark'): { route: string; routeCase: string } {
  const { route, routeCase } = palettes[theme]
  const [accent, ink] = [ownColour('--accent', theme), ownColour('--accent-ink', theme)]
  return accent && ink ? { route: accent, routeCase: ink } : { route, routeCase }
}

/** Colours of the heat map from low to high demand: one hue, but not amber, which is the route's colour. */
export const heatColors = {
  light: ['rgba(181, 64, 58, 0)', 'rgba(226, 150, 128, 0.55)', 'rgba(201, 92, 76, 0.75)', 'rgba(150, 38, 40, 0.9)'],
  dark: ['rgba(245, 154, 146, 0)', 'rgba(122, 50, 46, 0.6)', 'rgba(196, 88, 78, 0.75)', 'rgba(255, 176, 160, 0.9)']
} as const
