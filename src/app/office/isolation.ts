/**
 * Checks that a person's text cannot reverse the direction of its surroundings. The selector matches elements that isolate
 * their text.
 */

const alone = 'bdi, [dir], option, textarea, title'
const blocks = 'p, li, td, th, dd, dt, div, h1, h2, h3, h4, button, label, caption, article, section, legend'

/** Whether this element contains only the text, and is isolated from its neighbours. */
const isolates = (element: Element, text: string): boolean =>
  element.textContent?.trim() === text && (element.matches(alone) || element.matches(blocks))

/** Whether each occurrence in the sentence is between isolates (U+2068 or U+2067 or U+2066, then U+2069). */
const isWrapped = (sentence: string, text: string): boolean =>
  sentence.split(text).every((part, index, parts) => {
    const opens = index === parts.length - 1 || /[\u2066-\u2068][^\u2066-\u2069]*$/.test(part)
    return opens && (index === 0 || /^[^\u2066-\u2069]*\u2069/.test(part))
  })

/** The start of the HTML of each element in which the text is not isolated; empty if it is isolated everywhere. */
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
