import type { EngineMap } from './engine'
import { palettes } from './palette'

/** The state of a car, shown by its colour; lists show a word beside it. */
export type CarTone = 'free' | 'busy' | 'silent'

export const carTones: readonly CarTone[] = ['free', 'busy', 'silent']

export const toneColors = {
  light: { free: palettes.light.route, busy: palettes.light.info, silent: palettes.light.quiet },
  dark: { free: palettes.dark.route, busy: palettes.dark.info, silent: palettes.dark.quiet }
} as const

const RATIO = 3
const WIDTH = 24
const HEIGHT = 40

/** Returns the name under which the picture of a car is stored in the map's style. */
export const carImage = (tone: CarTone, theme: 'light' | 'dark') => `car-${tone}-${theme}`

/** Draws the same cab as `CarMarker`, as a bitmap. With this image in the map's style, one layer can draw a thousand cars. */
function drawCar(color: string): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * RATIO
  canvas.height = HEIGHT * RATIO
  const pen = canvas.getContext('2d')
  if (!pen) return new ImageData(canvas.width, canvas.height)
  pen.scale(RATIO, RATIO)
  pen.translate(2, 2)
  pen.shadowColor = 'rgb(0 0 0 / 0.35)'
  pen.shadowBlur = 3
  pen.shadowOffsetY = 1.5
  pen.fillStyle = color
  pen.beginPath()
  pen.roundRect(1.5, 1.5, 17, 33, 6)
  pen.fill()
  pen.shadowColor = 'transparent'
  pen.strokeStyle = 'rgb(0 0 0 / 0.25)'
  pen.stroke()
  pen.fillStyle = 'rgb(29 26 21 / 0.72)'
  pen.fill(new Path2D('M4 11.5q6-3.4 12 0l-1.2 4.4q-4.8-1.4-9.6 0z'))
  pen.fill(new Path2D('M4.8 28.5q5.2 2 10.4 0l-.8-3.4q-4.4 1.1-8.8 0z'))
  pen.fillStyle = '#fff8e6'
  pen.beginPath()
  pen.roundRect(6.5, 18.2, 7, 4, 1.4)
  pen.fill()
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

/** Adds the pictures of cars that the map's style lacks. To be called again after each change of the style. */
export function addCarImages(map: EngineMap, theme: 'light' | 'dark'): void {
  for (const tone of carTones) {
    const id = carImage(tone, theme)
    if (!map.hasImage(id)) map.addImage(id, drawCar(toneColors[theme][tone]), { pixelRatio: RATIO })
  }
}
