import { assert, assertEquals, assertMatch } from '@std/assert'
import { countSegments } from '../_shared/phone/segments.ts'
import { plainWriter } from '../_shared/messages/sent.ts'
import { composeSms as compose } from './words.ts'

const composeSms = (lang: string, facts: Parameters<typeof compose>[1]) => compose(lang, facts, plainWriter)

const HOSTS = ['', 'taxi.example', `${'long-name-of-a-town'.repeat(3)}.example`]
const FIRMS = [
  'Acme Cabs',
  'Żółta Taksówka Poznań',
  'سيارات المدينة السريعة للأجرة والتوصيل',
  'Taxi 33 33 33',
  '出租车公司',
  'Cabs 🚕🚕🚕',
  'The Most Honourable and Ancient Company of Hackney Carriages of the City and its Boroughs',
  'A',
  '',
]

Deno.test('a code fits one segment, whatever the firm’s name and the host, and is never cut', () => {
  for (const language of ['en', 'de', 'ar'] as const) {
    for (const code of ['123456', '12345678', '1234567890']) {
      for (const host of HOSTS) {
        for (const firm of FIRMS) {
          const text = composeSms(language, { code, firm, host })
          assertEquals(countSegments(text).segments, 1, text)
          assert(text.startsWith(code), text)
          assertEquals(text.isWellFormed(), true)
        }
      }
    }
  }
})

Deno.test('the last line binds the code to the page', () => {
  for (const language of ['en', 'de', 'ar'] as const) {
    const text = composeSms(language, { code: '12345678', firm: 'Acme Cabs', host: 'taxi.example' })
    assertMatch(text, /Acme Cabs[^]*\n@taxi\.example #12345678$/)
  }
})

Deno.test('a name that does not fit loses its accents, then the warning, then its end', () => {
  const of = (firm: string, language: 'en' | 'ar' = 'en') =>
    composeSms(language, { code: '12345678', firm, host: 'taxi.example' }).split('\n')[0]
  assertEquals(of('Acme Cabs'), '12345678 is your Acme Cabs code. Give it to nobody.')
  assertEquals(of('Želva'), '12345678 is your Zelva code. Give it to nobody.')
  assertEquals(of('Ústí nad Labem Družstvo'), '12345678 is your Usti nad Labem Druzstvo code. Give it to nobody.')
  const long = 'The Most Honourable and Ancient Company of Hackney Carriages of the City '.repeat(3)
  const cut = /^12345678 is your (.+) code\.$/.exec(of(long) ?? '')?.[1] ?? ''
  assert(long.startsWith(cut) && cut.length > 100 && cut.length < long.length, cut)
  assertEquals(of('سيارات المدينة السريعة للأجرة', 'ar'), '12345678 هو رمزك في سيارات المدينة السريعة لل.')
})

Deno.test('the code stands before a firm’s name that is a number', () => {
  const text = composeSms('en', { code: '12345678', firm: 'Taxi 333333', host: '' })
  assertEquals(/\d{6,10}/.exec(text)?.[0], '12345678')
})
