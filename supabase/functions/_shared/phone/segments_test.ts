import { assertEquals } from '@std/assert'
import { countSegments, cutToSegments, MOST_SEGMENTS } from './segments.ts'

const count = (text: string) => {
  const { encoding, segments, units } = countSegments(text)
  return [encoding, segments, units]
}

Deno.test('letters of GSM 7-bit take one place, some take two, and others make the text UCS-2', () => {
  assertEquals(count(''), ['gsm7', 1, 0])
  assertEquals(count('Grüße an Ørsted für 5 £ @ Ω'), ['gsm7', 1, 27])
  assertEquals(count('[5 €]'), ['gsm7', 1, 8])
  assertEquals(count('ś'), ['ucs2', 1, 1])
  assertEquals(count('`'), ['ucs2', 1, 1])
  assertEquals(count('رمز'), ['ucs2', 1, 3])
  assertEquals(count('🚕'), ['ucs2', 1, 2])
})

Deno.test('one segment has 160 or 70 places, each of several 153 or 67', () => {
  assertEquals(count('a'.repeat(160)), ['gsm7', 1, 160])
  assertEquals(count('a'.repeat(161)), ['gsm7', 2, 161])
  assertEquals(count('a'.repeat(306)), ['gsm7', 2, 306])
  assertEquals(count('a'.repeat(307)), ['gsm7', 3, 307])
  assertEquals(count('م'.repeat(70)), ['ucs2', 1, 70])
  assertEquals(count('م'.repeat(71)), ['ucs2', 2, 71])
  assertEquals(count('م'.repeat(134)), ['ucs2', 2, 134])
  assertEquals(count('م'.repeat(135)), ['ucs2', 3, 135])
})

Deno.test('a letter of two places does not lie in two segments', () => {
  assertEquals(count(`${'a'.repeat(152)}€${'a'.repeat(152)}`), ['gsm7', 3, 306])
  assertEquals(count(`${'م'.repeat(66)}🚕${'م'.repeat(66)}`), ['ucs2', 3, 134])
})

Deno.test('a long text is cut to ten segments, and never within a letter', () => {
  assertEquals(cutToSegments('a'.repeat(1530)).length, 1530)
  assertEquals(cutToSegments('a'.repeat(10_000)).length, 1530)
  for (const letter of ['م', '🚕', '€', 'aم', '🚕a']) {
    const cut = cutToSegments(letter.repeat(5000))
    assertEquals(countSegments(cut).segments <= MOST_SEGMENTS, true)
    assertEquals([cut.isWellFormed(), cut.length > 500], [true, true], letter)
  }
  assertEquals(cutToSegments('short'), 'short')
})
