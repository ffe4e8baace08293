import { assertEquals } from '@std/assert'
import { fileOf, FILES } from './catalogue.ts'

for (const { path, written } of FILES) {
  Deno.test(`${path} has the variables of all providers`, async () => {
    const old = await Deno.readTextFile(fileOf(path))
    assertEquals(old, written(old), 'run deno run -A supabase/functions/payments/providers/catalogue.ts')
  })
}
