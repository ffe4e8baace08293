import { FileProblem } from './problem'

/** Bytes of a file that is read in one go: a year of a busy account. */
export const MOST_BYTES = 32 * 1024 * 1024

/** A document type or an entity has no place in what banks send: it reads other files, or grows without end. */
const DECLARES = /<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i

/**
 * Reads XML that somebody else made.
 *
 * @throws FileProblem `unsafe` for one that declares a document type or entities, `unreadable` for what is no XML
 */
export function readXml(text: string): Element {
  if (DECLARES.test(text)) throw new FileProblem('unsafe')
  const read = new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'application/xml')
  if (read.getElementsByTagName('parsererror').length > 0) throw new FileProblem('unreadable')
  return read.documentElement
}

/** The elements below one, by steps from each to the next: a list of them is made anew with each question. */
function* elementsOf(parent: Element): Generator<Element> {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) yield child
}

/** Child elements of this name, whatever their namespace is called. */
export const childrenOf = (parent: Element, name: string): Element[] =>
  [...elementsOf(parent)].filter((child) => child.localName === name)

function firstOf(parent: Element, name: string): Element | null {
  for (const child of elementsOf(parent)) if (child.localName === name) return child
  return null
}

/** The first element at a path of names below this one. */
export function at(parent: Element | null | undefined, ...path: string[]): Element | null {
  let found: Element | null = parent ?? null
  for (const name of path) found = found ? firstOf(found, name) : null
  return found
}

/** Its text without spaces around it; empty where there is none. */
export const textAt = (parent: Element | null | undefined, ...path: string[]): string =>
  at(parent, ...path)?.textContent?.trim() ?? ''
