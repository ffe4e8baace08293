import { encode } from 'uqr'
import { PRINT_SHEET } from '@/components/print/print-report'

/** A person on a printed sheet of codes. */
export interface InvitedPerson {
  name: string
  /** E-mail address or phone number with which the person signs in. */
  contact: string
  link: string
}

/** Twelve people to a page: three beside each other, four below each other, to be cut apart. */
const RULES = `
@media screen { #${PRINT_SHEET} { display: none } }
@page { size: A4 portrait; margin: 10mm }
@media print {
  html, body { background: #fff !important; height: auto !important; overflow: visible !important; color-scheme: light }
  body > :not(#${PRINT_SHEET}) { display: none !important }
  #${PRINT_SHEET} ul { display: grid; grid-template-columns: repeat(3, 1fr); margin: 0; padding: 0; list-style: none }
  #${PRINT_SHEET} li { box-sizing: border-box; height: 69mm; padding: 3mm; overflow: hidden; text-align: center; color: #000; background: #fff;
    border: 0.2mm dashed #999; break-inside: avoid; font-size: 8.5pt; line-height: 1.3 }
  #${PRINT_SHEET} li:nth-child(12n) { break-after: page }
  #${PRINT_SHEET} svg { width: 36mm; height: 36mm; print-color-adjust: exact }
  #${PRINT_SHEET} strong { display: block; font-size: 11pt; overflow-wrap: anywhere }
  #${PRINT_SHEET} span { display: block; overflow-wrap: anywhere }
}`

const SVG = 'http://www.w3.org/2000/svg'

function codeOf(text: string): SVGElement {
  const { size, data } = encode(text, { border: 2, ecc: 'M' })
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`)
  picture.setAttribute('shape-rendering', 'crispEdges')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute(
    'd',
    data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  )
  picture.append(path)
  return picture
}

/** Makes the sheet: for each person the name, the code of the link to the sign-in, and the address that it fills in. */
export function codeSheet(people: readonly InvitedPerson[], firm: string, hint: string): HTMLElement {
  const sheet = document.createElement('section')
  sheet.id = PRINT_SHEET
  const style = document.createElement('style')
  style.textContent = RULES
  const list = document.createElement('ul')
  for (const { name, contact, link } of people) {
    const item = document.createElement('li')
    const lines = [
      ['strong', name],
      ['span', contact],
      ['span', firm],
      ['span', hint]
    ].map(([kind = 'span', text = '']) => {
      const line = document.createElement(kind)
      line.dir = 'auto'
      line.textContent = text
      return line
    })
    item.append(...lines.slice(0, 1), codeOf(link), ...lines.slice(1))
    list.append(item)
  }
  sheet.append(style, list)
  return sheet
}
