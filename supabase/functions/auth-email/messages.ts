import { sentText, type Writer } from '../_shared/messages/sent.ts'
import type { Action } from './contract.ts'

/** Times of day are written with 24 hours, and numbers in digits that every phone shows. */
const locales: Record<string, string> = { en: 'en-GB', ar: 'ar-u-nu-latn' }

/** Returns a time in words, in UTC: Auth's event does not say in which time zone the person is. */
const wordsOf = (time: Date, tag: string): string =>
  `${
    new Intl.DateTimeFormat(locales[tag] ?? tag, {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }).format(time)
  } UTC`

/** What a mail is about, as a heading. */
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

interface Facts {
  code: string
  /** Address that does the same as the code; empty if the mail needs no link. */
  link: string
  site: string
  /** When the code was requested, so that a person can tell their own request from a stranger's. */
  askedAt: Date
  firm: string
}

/**
 * Returns the mail with a code in a person's language. The code is the first number of its length in the text, so that programs can
 * find the code. The subject has none: it is shown on locked screens.
 *
 * @param lang the person's language tag; anything else if nobody knows it
 */
export function composeMail(
  lang: unknown,
  action: Action,
  { code, link, site, askedAt, firm }: Facts,
  writer: Writer,
): { subject: string; about: string; text: string; lang: string } {
  const say = (key: string, values: Record<string, string> = {}) => sentText(`mail.${key}`, values, lang, writer)
  const { text: about } = say(`subjects.${action}`)
  const { text: line, tag } = say(`lines.${action}`, { code })
  const said = [
    line,
    say('asked', { time: wordsOf(askedAt, say('asked').tag) }).text,
    say('once', { site }).text,
    ...(link ? [say('link', { link }).text] : []),
    say('ignore').text,
    firm,
  ]
  return { subject: `${firm}: ${about}`, about: capital(about), text: said.join('\n\n'), lang: tag }
}
