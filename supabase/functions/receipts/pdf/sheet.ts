import { type PDFDocument, type PDFImage, PDFName, type PDFPage } from 'pdf-lib'
import type { Weight } from '../text/faces.ts'
import type { Base, ShapedLine } from '../text/shape.ts'
import { wrap } from '../text/wrap.ts'
import { FontBook, pdfText } from './fonts.ts'

/** Size of the page in points: A4, with margins of 18 mm. BOTTOM is the height that stays free for the text at the foot. */
const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 51
const BOTTOM = 78
export const CONTENT = WIDTH - 2 * MARGIN

const colours = { ink: '0.11 0.10 0.09', muted: '0.42 0.40 0.37', line: '0.86 0.84 0.80', amber: '0.93 0.69 0.13' }
export type Colour = keyof typeof colours

export interface TextStyle {
  /** Distance in points from the side where lines begin: from the left margin, in Arabic from the right margin. */
  x?: number
  width?: number
  align?: 'start' | 'end'
  size?: number
  weight?: Weight
  colour?: Colour
  base?: Base
}

const LEADING = 1.42

interface Page {
  page: PDFPage
  operators: string
}

/**
 * A document whose pages are filled from the top. Horizontal positions count from the side where lines begin, so the layout is
 * mirrored in Arabic.
 */
export class Sheet {
  #pages: Page[] = []
  #fonts: FontBook
  #images = new Map<string, PDFImage>()
  y = 0

  constructor(private pdf: PDFDocument, private isRtl: boolean) {
    this.#fonts = new FontBook(pdf.context)
  }

  get pages(): number {
    return this.#pages.length
  }

  addPage(): void {
    this.#pages.push({ page: this.pdf.addPage([WIDTH, HEIGHT]), operators: '' })
    this.y = HEIGHT - MARGIN
    this.#draw(`${colours.amber} rg 0 ${HEIGHT - 5} ${WIDTH} 5 re f`)
  }

  /** Begins another page if less than this height is free on the current one. */
  need(height: number): void {
    if (this.y - height < BOTTOM) this.addPage()
  }

  #draw(operators: string, page = this.#pages.length - 1): void {
    const at = this.#pages[page]
    if (at) at.operators += `${operators}\n`
  }

  #left(x: number, width: number): number {
    return MARGIN + (this.isRtl ? CONTENT - x - width : x)
  }

  /** Returns the height that a text will have when drawn, in points. */
  heightOf(text: string, style: TextStyle = {}): number {
    return this.#lines(text, style).length * (style.size ?? 10) * LEADING
  }

  #lines(text: string, { width = CONTENT, size = 10, weight = 'regular', base = 'auto' }: TextStyle): ShapedLine[] {
    return wrap(text, weight, width / size, base)
  }

  /** Draws a text below the current position `y` and returns the text's height. `y` does not change. */
  text(text: string, style: TextStyle = {}): number {
    const { size = 10 } = style
    const lines = this.#lines(text, style)
    for (const [n, line] of lines.entries()) {
      this.#line(line, this.y - (n + 0.76) * size * LEADING, style)
    }
    return lines.length * size * LEADING
  }

  #line(line: ShapedLine, y: number, style: TextStyle, page = this.#pages.length - 1): void {
    const { x = 0, width = CONTENT, align = 'start', size = 10, colour = 'ink' } = style
    const own = line.width * size
    let at = this.#left(align === 'start' ? x : x + width - own, own)
    let drawn = `${colours[colour]} rg /Span << /ActualText ${pdfText(line.text)} >> BDC BT\n`
    for (const run of line.runs) {
      const { operators, width: moved } = this.#fonts.draw(run, size)
      drawn += `1 0 0 1 ${at.toFixed(2)} ${y.toFixed(2)} Tm ${operators}\n`
      at += moved
    }
    this.#draw(`${drawn}ET EMC`, page)
  }

  rule(gap = 10): void {
    this.y -= gap
    this.#draw(`${colours.line} RG 0.75 w ${MARGIN} ${this.y.toFixed(2)} m ${WIDTH - MARGIN} ${this.y.toFixed(2)} l S`)
    this.y -= gap
  }

  /** Draws an image with its top at the current position `y`. */
  image(image: PDFImage, height: number, mostWidth: number): void {
    const scale = Math.min(height / image.height, mostWidth / image.width)
    const [width, high] = [image.width * scale, image.height * scale]
    const name = `I${this.#images.size + 1}`
    this.#images.set(name, image)
    const [x, y] = [this.#left(0, width), this.y - high]
    this.#draw(
      `q ${width.toFixed(2)} 0 0 ${high.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)} cm /${name} Do Q`,
    )
  }

  /** Draws texts at the foot of every page: `start` where lines begin, `end` at the opposite side. */
  foot(textOf: (page: number) => { start: string; end: string }): void {
    for (const [n] of this.#pages.entries()) {
      const { start, end } = textOf(n + 1)
      const style = { size: 8, colour: 'muted' } as const
      for (const [row, line] of wrap(start, 'regular', (CONTENT - 90) / 8).slice(0, 2).entries()) {
        this.#line(line, 48 - row * 11, style, n)
      }
      for (const line of wrap(end, 'regular', 90 / 8)) this.#line(line, 48, { ...style, align: 'end' }, n)
    }
  }

  /** Writes pages and fonts into the document. */
  async finish(): Promise<void> {
    const { context } = this.pdf
    for (const image of this.#images.values()) await image.embed()
    const resources = context.register(context.obj({
      Font: this.#fonts.embed(),
      XObject: Object.fromEntries([...this.#images].map(([name, { ref }]) => [name, ref])),
    }))
    for (const { page, operators } of this.#pages) {
      page.node.set(PDFName.of('Resources'), resources)
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(operators)))
    }
  }
}
