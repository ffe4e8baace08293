import { shorterNames, withoutAccents } from '../_shared/messages/firm-name.ts'
import { countSegments } from '../_shared/phone/segments.ts'
import { sentText, type Writer } from '../_shared/messages/sent.ts'

/**
 * Returns the text message with a code, in one segment. Its last line binds the code to the page's host, so that browsers fill
 * it in only there (https://wicg.github.io/sms-one-time-codes). If not all of it fits, it loses the accents of the firm's name, which
 * make it UCS-2, then the warning, then the end of the name; never the code.
 *
 * @param lang the person's language tag; anything else if nobody knows it
 * @param host name of the page's host; empty for none
 */
export function composeSms(
  lang: unknown,
  { code, firm, host }: { code: string; firm: string; host: string },
  writer: Writer,
): string {
  const say = (key: string, values: Record<string, string> = {}) => sentText(`sms.${key}`, values, lang, writer).text
  const named = (code: string, firm: string) => say('named', { code, firm })
  const unnamed = (code: string) => say('unnamed', { code })
  const warning = say('warning')
  const bound = host ? `\n@${host} #${code}` : ''
  const plain = (name: string) => named(code, name) + bound
  const [names, shorter] = [[firm, withoutAccents(firm)], shorterNames(firm)]
  const options = [
    ...names.map((name) => `${named(code, name)} ${warning}${bound}`),
    ...[...names, ...shorter].map(plain),
    `${unnamed(code)} ${warning}${bound}`,
    unnamed(code) + bound,
    `${unnamed(code)} ${warning}`,
  ]
  return options.find((text) => countSegments(text).segments === 1) ?? code
}
