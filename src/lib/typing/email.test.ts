import { expect, it } from 'vitest'
import { readEmail } from './email'

it('reads an address in lower case, without spaces around it', () => {
  expect(readEmail(' Mira.Beck+cab@Mail.Hackney.Test ')).toEqual({ value: 'mira.beck+cab@mail.hackney.test' })
})

it.each(['jürg@example.com', 'info@zürich.example', 'оля@example.com', 'mira@例子.example', 'mirá@example.com'])(
  'says that %s has letters to which no code can be sent',
  (text) => expect(readEmail(text)).toEqual({ error: 'email_ascii' })
)

it.each(['', 'mira', 'mira@hackney', 'mi ra@hackney.test', 'mira@-hackney.test', 'mira,beck@hackney.test', 'jürg@'])(
  'refuses %j, which is no address',
  (text) => expect(readEmail(text)).toEqual({ error: 'proper_email' })
)
