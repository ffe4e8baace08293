/** The pages accept only e-mail addresses to which Auth sends codes. */
import { expect, it } from 'vitest'
import { readEmail } from '../../src/lib/typing/email.ts'
import { emailOf } from '../../stack/auth/input.ts'

it('a page accepts no address that Auth refuses', () => {
  const parts = ['', 'a', 'ü', 'A.b', '.', '-', '+', '_x', "o'b", '"a"', 'a,b', 'a b', 'a@b', 'xn--a', 'x'.repeat(70)]
  const accepted: string[] = []
  for (const local of parts) {
    for (const host of parts) {
      for (const end of ['', '.', '.c', '.ch', '.c-', '.co.uk', '.рф', '.ch.', '..ch']) {
        const read = readEmail(`${local}@${host}${end}`)
        if ('value' in read) accepted.push(read.value)
      }
    }
  }
  expect(accepted).toContain("o'b@xn--a.co.uk")
  for (const address of accepted) expect(emailOf(address)).toBe(address)
})
