import { addWords } from './i18n'
import { loadAgain } from './load-again'

/** A part behind the first view, such as a dialog, together with the words that only such parts show. */
export async function loadLater<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([loadAgain(load), addWords('later')])
  return part
}
