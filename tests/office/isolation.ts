/**
 * This file checks that a text that people have written (perhaps in Arabic) cannot change the direction of the text around it.
 */

/** Elements that isolate their text even if they are within a line of other text. */
const alone = 'bdi, [dir], option, textarea, title'
const blocks = 'p, li, td, th, dd, dt, div, h1, h2, h3, h4, button, label, caption, article, section, legend'

/** Whether this element contains nothing but the text, and isolates the text from its neighbours. */
const isolates = (element: Element, text: string): boolean =>
  element.textContent?.trim() === text && (element.matches(alone) || element.matches(blocks))

/**
 * Whether each occurrence of the text in the sentence stands between Unicode's isolate characters: one of U+2066 to U+2068
 * before it, and U+2069 after it.
 */
const isWrapped = (sentence: string, text: string): boolean =>
  sentence.split(text).every((part, index, parts) => {
    const opens = index === parts.length - 1 || /[\u2066-\u2068][^\u2066-\u2069]*$/.test(part)
    return opens && (index === 0 || /^[^\u2066-\u2069]*\u2069/.test(part))
  })

/**
 * Returns the beginning of the HTML of each element in which the text is not isolated. Empty if the text is isolated
 * everywhere.
 */
export function openTexts(root: Element, text: string): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const said = node.textContent ?? ''
    if (!said.includes(text.slice(0, 6))) continue
    let element = node.parentElement
    while (element && element !== root && element.textContent?.trim() === text && !isolates(element, text)) {
      element = element.parentElement
    }
    if (element && isolates(element, text)) continue
    if (isWrapped(said, text)) continue
    found.push((element ?? root).outerHTML.slice(0, 600))
  }
  return found
}
