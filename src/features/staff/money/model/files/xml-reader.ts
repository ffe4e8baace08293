import { FileProblem } from '@/components/data-table/import/problem'

/**
 * Matches declarations of document types and entities. They could make a parser read other files or expand a text without end.
 * Banks do not send such declarations, so a file that contains one is refused.
 */
const DECLARES = /<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i

/**
 * Parses untrusted XML.
 *
 * @throws FileProblem `unsafe` if it declares a document type or entities, `unreadable` if it is not XML
 */
export function readXml(text: string): Element {
  if (DECLARES.test(text)) throw new FileProblem('unsafe')
  const read = new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'application/xml')
  if (read.getElementsByTagName('parsererror').length > 0) throw new FileProblem('unreadable')
  return read.documentElement
}

/** Iterates over child elements by `nextElementSibling`, because `children` builds a new list at each access. */
function* elementsOf(parent: Element): Generator<Element> {
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) yield child
}

/** Child elements with this local name, in any namespace. */
export const childrenOf = (parent: Element, name: string): Element[] =>
  [...elementsOf(parent)].filter((child) => child.localName === name)

function firstOf(parent: Element, name: string): Element | null {
  for (const child of elementsOf(parent)) if (child.localName === name) return child
  return null
}

/** The first element at a path of names below `parent`; null if there is none. */
export function at(parent: Element | null | undefined, ...path: string[]): Element | null {
  let found: Element | null = parent ?? null
  for (const name of path) found = found ? firstOf(found, name) : null
  return found
}

/** The trimmed text at a path; '' if there is none. */
export const textAt = (parent: Element | null | undefined, ...path: string[]): string =>
  at(parent, ...path)?.textContent?.trim() ?? ''
