import { addWords, type LatePart } from './i18n'
import { loadAgain } from './load-again'

/** What riders and drivers open by a press: that part of the program, with the words that the first page does without. */
export async function loadWithWords<T>(load: () => Promise<T>, words: LatePart = 'later'): Promise<T> {
  const [part] = await Promise.all([loadAgain(load), addWords(words)])
  return part
}
