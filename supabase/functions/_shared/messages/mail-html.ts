// The HTML of every mail: the firm's name or logo, the text, and who wrote it. The same words are always in the plain text, too.
// Mail programs know little CSS, so it is tables and attributes; dark colours are for programs that ask for them.
import { brandOf } from '../brand/colour.ts'
import { written } from '../phone/written.ts'
import type { Firm } from './firm.ts'

/** What a mail says. Every text is plain text. */
export interface MailWords {
  /** The language, as a tag; empty if nobody knows it. */
  lang: string
  /** What the mail is about; also the line that a list of mails shows under the subject, so it has no code. */
  title: string
  /** Paragraphs, separated by an empty line. */
  text: string
  /** A code in the text that is shown large. */
  code?: string
  /** An address in the text that people can press. */
  link?: string
}

const OWN = { accent: '#f2b01e', ink: '#291d07' }
/** Scripts that are written from right to left, by their languages. */
const RTL = /^(ar|he|fa|ur|ps|sd|ug|yi|dv|ckb)\b/
/** Gmail cuts off a mail of more than 102 KB; the longest notice takes a tenth of this. */
const MOST_BYTES = 100_000

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)

/** Turns one text inside escaped HTML into markup, where it first stands. */
function marked(html: string, text: string | undefined, markup: (escaped: string) => string): string {
  const known = text ? escaped(text) : ''
  return known ? html.replace(known, () => markup(known)) : html
}

function paragraphOf(text: string, { code, link, lang }: MailWords): string {
  // An address reads from left to right, also in a line from right to left.
  const lines = escaped(text).replaceAll('\n', '<br>').replaceAll(/https?:[^\s<]+/g, '<bdi dir="ltr">$&</bdi>')
  const withCode = marked(
    lines,
    link && text.includes(link) ? undefined : code,
    (known) =>
      `<bdi dir="ltr" class="ink" style="display:block;text-align:${RTL.test(lang) ? 'right' : 'left'};margin:12px 0 4px;font-size:32px;line-height:40px;font-weight:700;` +
      `letter-spacing:4px;color:#1d1913">${known}</bdi>`,
  )
  const address = link && isWebAddress(link) ? link : undefined
  const whole = marked(
    withCode,
    address,
    (known) => `<a href="${known}" class="ink" style="color:#1d1913;word-break:break-all">${known}</a>`,
  )
  return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1d1913">${whole}</p>`
}

/** The firm's logo, or its name on its colour. A program that shows no pictures shows the name. */
function headOf({ name, logoUrl, colour }: Firm): string {
  const { accent, ink } = brandOf(colour)?.light ?? OWN
  const said = escaped(name)
  const mark = logoUrl
    ? `<img src="${escaped(logoUrl)}" alt="${said}" height="40" style="display:block;height:40px;max-width:240px;border:0;` +
      `font-size:18px;font-weight:700" class="ink">`
    : `<span style="display:inline-block;padding:8px 14px;border-radius:8px;background:${accent};color:${ink};` +
      `font-size:18px;line-height:24px;font-weight:700"><bdi>${said}</bdi></span>`
  return `<tr><td style="padding:0 0 24px">${mark}</td></tr>`
}

function footOf({ name, phone, site }: Firm): string {
  const number = /^\+?\d[\d;=ext]*$/.test(phone) ? phone : ''
  const parts = [
    `<bdi>${escaped(name)}</bdi>`,
    number &&
    `<a href="tel:${escaped(number)}" class="muted" style="color:#6b655c"><bdi dir="ltr">${escaped(written(number))}</bdi></a>`,
    isWebAddress(site) &&
    `<a href="${escaped(site)}" class="muted" style="color:#6b655c"><bdi dir="ltr">${escaped(new URL(site).host)}</bdi></a>`,
  ].filter(Boolean)
  return `<tr><td class="muted line" style="padding:16px 0 0;border-top:1px solid #e6e1d9;font-size:14px;line-height:20px;` +
    `color:#6b655c">${parts.join(' · ')}</td></tr>`
}

const DARK = [
  '.page{background:#15120f!important}',
  '.card{background:#1f1b17!important}',
  '.ink{color:#f3f0eb!important}',
  '.muted{color:#a8a096!important}',
  '.line{border-color:#39352f!important}',
].join('')

/** Returns the HTML of a mail. Of a text that is too long only the beginning. */
export function mailHtml(firm: Firm, words: MailWords): string {
  let html = page(firm, words)
  for (let most = 60_000; new TextEncoder().encode(html).length > MOST_BYTES; most /= 2) {
    html = page(firm, { ...words, text: words.text.slice(0, most) })
  }
  return html
}

function page(firm: Firm, words: MailWords): string {
  const lang = /^[A-Za-z0-9-]{2,20}$/.test(words.lang) ? words.lang : ''
  const dir = RTL.test(lang) ? 'rtl' : lang ? 'ltr' : 'auto'
  // The name at the end of the plain text is in the footer.
  const paragraphs = words.text.split(/\n{2,}/).filter((text) => text.trim() !== '' && text.trim() !== firm.name)
  const body = paragraphs.map((text) => paragraphOf(text, words)).join('')
  return [
    `<!doctype html><html${lang && ` lang="${lang}"`} dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(words.title)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f3f0eb">',
    // The line under the subject in a list of mails: else it would be the first words, with the code.
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(words.title)}${'&#847; '.repeat(60)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f0eb" dir="${dir}">`,
    '<tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;',
    "background:#ffffff;border-radius:12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif\">",
    '<tr><td style="padding:32px 24px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="text-align:start">',
    headOf(firm),
    `<tr><td><h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;color:#1d1913">${
      escaped(words.title)
    }</h1>${body}</td></tr>`,
    footOf(firm),
    '</table></td></tr></table></td></tr></table></body></html>',
  ].join('')
}
