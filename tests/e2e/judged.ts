import type { Page } from '@playwright/test'
import { isFull } from '../support/full.ts'

/** A page as axe judges it, without what differs from person to person: names, amounts, the number of rows. */
interface State {
  /** All elements, their attributes and order, as one number. */
  page: number
  /** Each text in its surroundings: the classes and styles of its element and of all elements around it. */
  texts: number[]
}

/** States that this worker has judged, without a fault. */
const pages = new Set<number>()
const texts = new Set<number>()

/** What of a page this worker has not judged yet. */
interface Unjudged {
  page: boolean
  /** Whether there is a text in surroundings that are new, so that its contrast is unknown. */
  contrast: boolean
  /** Remembers the page: to be called if it has no fault. */
  keep(): void
}

/**
 * Says what of a page is new to this worker. Stories meet the same states again and again, and axe takes as long for each as
 * the page took to load. HACKNEY_FULL=1 judges all of them.
 */
export async function unjudged(page: Page, within?: string): Promise<Unjudged> {
  if (isFull) return { page: true, contrast: true, keep: () => undefined }
  const state = await page.evaluate(stateOf, within)
  return {
    page: !pages.has(state.page),
    contrast: state.texts.some((text) => !texts.has(text)),
    keep() {
      pages.add(state.page)
      for (const text of state.texts) texts.add(text)
    }
  }
}

/** Describes the page, or the part that a selector finds. Runs in the page. */
export function stateOf(within: string | undefined): State {
  const root = (within && document.querySelector(within)) || document.documentElement
  /** Attributes with a value of their own in each element: only whether there is one counts. */
  const own =
    /^(id|href|src|srcset|alt|title|value|placeholder|datetime|name|aria-(label|valuetext|valuenow))$|^data-(?!state|slot)/
  const reference = /^(for|aria-(controls|owns|labelledby|describedby|activedescendant|details|errormessage))$/

  const hash = (text: string): number => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
    }
    return (b >>> 0) * 2 ** 21 + (a >>> 11)
  }
  /** How often there is an element with each of the ids. */
  const targets = (ids: string) =>
    ids.split(' ').map((id) => document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length)
  const styleOf = (element: Element) => (element.getAttribute('style') ?? '').replace(/-?[\d.]+(px|%|m?s)/g, '')
  const attributesOf = (element: Element) =>
    [...element.attributes].map(({ name, value }) => {
      if (reference.test(name)) return `${name} ${targets(value)}`
      if (own.test(name)) return value.trim() ? name : `${name} empty`
      return `${name}=${name === 'style' ? styleOf(element) : value}`
    })
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

  const found = new Set<number>()
  const sign = (element: Element, around: string): number => {
    const chain = `${around}>${element.tagName} ${element.getAttribute('class')} ${styleOf(element)}`
    if (hasText(element)) found.add(hash(chain))
    const inside = element instanceof SVGElement ? [] : [...element.children].map((child) => sign(child, chain))
    const field = element instanceof HTMLInputElement ? [element.checked, element.value !== ''] : []
    const seen = [element.checkVisibility(), hasText(element), element.matches(':disabled'), ...field]
    // Rows that are alike count once.
    return hash([element.tagName, ...attributesOf(element), ...seen, '|', ...new Set(inside)].join(' '))
  }

  const around: string[] = [document.dir, document.title === '' ? 'untitled' : '', String(innerWidth)]
  for (let over = root.parentElement; over; over = over.parentElement) around.push(over.className)
  // Two landmarks may not have one name.
  const landmarks = [...root.querySelectorAll('section, nav, aside, form, [role=region]')].map(
    (element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent}`
  )
  const outside = around.join('>')
  const signed = sign(root, outside)
  return {
    page: hash(`${within} ${outside} ${landmarks.length - new Set(landmarks).size} ${signed}`),
    texts: [...found]
  }
}
