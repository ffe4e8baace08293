import { cut } from '../_shared/messages/channels/plain.ts'
import { countSegments } from '../_shared/messages/channels/segments.ts'
import type { Language } from '../_shared/messages/language.ts'

interface Words {
  named: (code: string, firm: string) => string
  unnamed: (code: string) => string
  warning: string
}

/** The code stands before the firm's name: the name of a taxi firm is often a telephone number. */
const words: Record<Language, Words> = {
  en: {
    named: (code, firm) => `${code} is your ${firm} code.`,
    unnamed: (code) => `${code} is your code.`,
    warning: 'Give it to nobody.',
  },
  de: {
    named: (code, firm) => `${code} ist dein Code für ${firm}.`,
    unnamed: (code) => `${code} ist dein Code.`,
    warning: 'Gib ihn niemandem weiter.',
  },
  ar: {
    named: (code, firm) => `${code} هو رمزك في ${firm}.`,
    unnamed: (code) => `${code} هو رمزك.`,
    warning: 'لا تعطه لأحد.',
  },
}

/** The shortest cut name that still says who writes. */
const SHORTEST_NAME = 3

/**
 * Returns the text message with a code, in one segment. Its last line binds the code to the page's host, so that browsers fill
 * it in only there (https://wicg.github.io/sms-one-time-codes). If not all of it fits, it loses the accents of the firm's name, which
 * make it UCS-2, then the warning, then the end of the name; never the code.
 *
 * @param host name of the page's host; empty for none
 */
export function composeSms(
  language: Language,
  { code, firm, host }: { code: string; firm: string; host: string },
): string {
  const { named, unnamed, warning } = words[language]
  const bound = host ? `\n@${host} #${code}` : ''
  const plain = (name: string) => named(code, name) + bound
  const names = [firm, withoutAccents(firm)]
  const shorter = Array.from(
    { length: Math.max(0, firm.length - SHORTEST_NAME) },
    (_, index) => names.map((name) => cut(name, firm.length - 1 - index)),
  ).flat()
  const options = [
    ...names.map((name) => `${named(code, name)} ${warning}${bound}`),
    ...[...names, ...shorter].map(plain),
    `${unnamed(code)} ${warning}${bound}`,
    unnamed(code) + bound,
    `${unnamed(code)} ${warning}`,
  ]
  return options.find((text) => countSegments(text).segments === 1) ?? code
}

/** Returns a name without its accents, so that it may be written in GSM 7-bit. */
const withoutAccents = (name: string): string => name.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
