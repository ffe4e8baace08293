import type { BackendModule } from 'i18next'
import { fallbackLocale } from '@/config/languages'
import { loadWords } from './files'
import type { Overrides } from './model'
import { operator } from './offered'

/** Returns the operator's texts of one namespace; null if there are none. */
function operatorsIn(language: string, namespace: string): Overrides | null {
  const own = Object.entries(operator.textsIn(language)).filter(([key]) => key.startsWith(`${namespace}.`))
  return own.length > 0 ? Object.fromEntries(own) : null
}

/**
 * Returns the texts of a namespace in one language: the build's, in which those that the operator changed are replaced. Of a
 * language that the operator added, these are the texts that the operator translated; i18next takes the others from the
 * languages to which it falls back. The code that checks the operator's texts is loaded only if there are any.
 */
export async function readTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  await operator.arrivals.get(language)
  const built = await loadWords(language, namespace)
  if (!operatorsIn(language, namespace)) return built ?? {}
  const [{ flatten, soundTexts, withTexts }, standard = {}] = await Promise.all([
    import('./model'),
    built ?? loadWords(fallbackLocale, namespace)
  ])
  // Read them again: newer ones may have arrived meanwhile.
  const own = operatorsIn(language, namespace) ?? {}
  const sound = soundTexts(own, flatten({ [namespace]: standard }), language)
  return withTexts({ [namespace]: built ?? {} }, sound)[namespace] ?? {}
}

/** Where i18next finds the texts of a namespace in one language. */
export const backend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => {},
  read: (language, namespace, callback) => {
    readTexts(language, namespace).then(
      (words) => callback(null, words as Record<string, string>),
      (error: Error) => callback(error, null)
    )
  }
}
