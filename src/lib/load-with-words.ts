import { addWords, type LatePart } from './i18n'
import { loadAgain } from './load-again'

/**
 * Loads a part of the program together with its interface texts. It is for parts whose texts the first page does not load, such
 * as dialogs that open by a press.
 */
export async function loadWithWords<T>(load: () => Promise<T>, words: LatePart = 'later'): Promise<T> {
  const [part] = await Promise.all([loadAgain(load), addWords(words)])
  return part
}
