import { addWords, type LatePart } from './i18n'
import { loadAgain } from './load-again'

/** Loads what riders and drivers open by a press, together with its texts, which the first page does not load. */
export async function loadWithWords<T>(load: () => Promise<T>, words: LatePart = 'later'): Promise<T> {
  const [part] = await Promise.all([loadAgain(load), addWords(words)])
  return part
}
