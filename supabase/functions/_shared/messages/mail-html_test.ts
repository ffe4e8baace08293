import { assert, assertEquals, assertMatch } from '@std/assert'
import { contrast } from '../brand/colour.ts'
import { mailHtml } from './mail-html.ts'
import { firmOf } from './testing/firm.ts'

const firm = firmOf('Rigi Taxi', { colour: '#0a1a4a', phone: '+41415550100', site: 'https://taxi.example/' })
const words = {
  lang: 'en',
  title: 'Sign-in code',
  text: 'Your sign-in code is 12345678\n\nOr follow this link: https://taxi.example/a?b=1&c=2\n\nRigi Taxi',
  code: '12345678',
  link: 'https://taxi.example/a?b=1&c=2',
}

Deno.test('a mail has the firm’s name, colour and phone, its words, a large code and a link', () => {
  const html = mailHtml(firm, words)
  assertMatch(html, /background:#0a1a4a;color:#ffffff[^>]*><bdi>Rigi Taxi<\/bdi>/)
  assertMatch(html, /<bdi dir="ltr" class="ink" style="[^"]*font-size:32px[^"]*">12345678<\/bdi>/)
  assertMatch(html, /<a href="https:\/\/taxi\.example\/a\?b=1&amp;c=2"/)
  assertMatch(html, /href="tel:\+41415550100"/)
  assertEquals(html.match(/\b\d{8}\b/)?.[0], '12345678', 'the first number of its length is the code, for programs that fill it in')
})

Deno.test('the line under the subject has no code', () => {
  const hidden = /<div style="display:none[^>]*>([\s\S]*?)<\/div>/.exec(mailHtml(firm, words))?.[1] ?? ''
  assertMatch(hidden, /^Sign-in code/)
  assert(!/12345678/.test(hidden))
})

Deno.test('the logo stands in place of the name, which programs without pictures show', () => {
  const html = mailHtml({ ...firm, logoUrl: 'https://api.example/logo-1' }, words)
  assertMatch(html, /<img src="https:\/\/api\.example\/logo-1" alt="Rigi Taxi"/)
})

Deno.test('a mail in Arabic runs from right to left, and one in an unknown language as its letters do', () => {
  assertMatch(mailHtml(firm, { ...words, lang: 'ar' }), /<html lang="ar" dir="rtl">/)
  assertMatch(mailHtml(firm, { ...words, lang: 'de-at' }), /<html lang="de-at" dir="ltr">/)
  assertMatch(mailHtml(firm, { ...words, lang: '' }), /<html dir="auto">/)
})

Deno.test('names, texts and addresses cannot bring markup, scripts or other links', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`
  const html = mailHtml(
    { ...firm, name: evil, phone: `${evil}1`, site: 'javascript:alert(1)', logoUrl: evil, colour: 'red;}' },
    { lang: evil, title: evil, text: `${evil}\n\njavascript:alert(1) ${evil}`, code: evil, link: 'javascript:alert(1)' },
  )
  assert(!/<script|<img src=x|onerror=alert\(1\)>(?!&)|href="javascript|red;/.test(html))
  assertEquals(html.match(/<img /g)?.length, 1)
})

Deno.test('a mail is never so long that Gmail cuts it off', () => {
  for (const letter of ['x', 'ط', '語', '<']) {
    const html = mailHtml(firm, { ...words, text: `${letter} `.repeat(200_000) })
    assert(new TextEncoder().encode(html).length < 102_000, letter)
  }
})

Deno.test('text of a mail can be read in light and in dark', () => {
  const html = mailHtml(firm, words)
  const dark = /prefers-color-scheme:dark\)\{(.*?)\}\}/.exec(html)?.[1] ?? ''
  for (const [text, ground] of [['#1d1913', '#ffffff'], ['#6b655c', '#ffffff'], ['#f3f0eb', '#1f1b17'], ['#a8a096', '#1f1b17']]) {
    assert(html.includes(text ?? '') && html.includes(ground ?? ''))
    assert(contrast(text ?? '', ground ?? '') >= 4.5, `${text} on ${ground}`)
  }
  assertMatch(dark, /\.ink\{color:#f3f0eb!important\}/)
})
