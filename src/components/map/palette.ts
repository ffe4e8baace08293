/** Colours of the map, in hex because a map library parses them itself. Beside the tokens of index.css. */
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
    casing: '#ddd6cb',
    path: '#ddd6cb',
    rail: '#cfc8bd',
    boundary: '#b9b0a2',
    label: '#3d3830',
    street: '#827a6e',
    waterLabel: '#6f94a6',
    halo: '#f9f8f5',
    route: '#e9a917',
    routeCase: '#1d1a15'
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
    casing: '#1a1815',
    path: '#312d28',
    rail: '#37332d',
    boundary: '#5b544a',
    label: '#e9e6e0',
    street: '#9d968b',
    waterLabel: '#5f8296',
    halo: '#1d1b18',
    route: '#f2b52c',
    routeCase: '#14110d'
  }
} as const

export type Palette = (typeof palettes)[keyof typeof palettes]
