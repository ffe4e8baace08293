import { assertEquals } from '@std/assert'
import { readRoutes } from './routes.ts'

Deno.test('the longest prefix of a number decides, then shorter ones, then all others', () => {
  const { namesFor, names, problems } = readRoutes('33:vonage, 336:http ,*:twilio,+49:twilio')
  assertEquals(namesFor('+33612345678'), ['http', 'vonage', 'twilio'])
  assertEquals(namesFor('+33112345678'), ['vonage', 'twilio'])
  assertEquals(namesFor('+4915112345'), ['twilio'])
  assertEquals(namesFor('+12125550100'), ['twilio'])
  assertEquals([names, problems], [['vonage', 'http', 'twilio'], []])
})

Deno.test('without a route for all others, a number may have none', () => {
  assertEquals(readRoutes('33:vonage').namesFor('+4915112345'), [])
  assertEquals(readRoutes('').names, [])
})

Deno.test('an entry that is no route is reported', () => {
  for (const list of ['vonage', '33', 'x:vonage', '33:', ':vonage', '33:a b']) {
    const { names, problems } = readRoutes(list)
    assertEquals([names, problems.length], [[], 1], list)
  }
})
