import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inlineChoice } from './choice.ts'

const root = join(import.meta.dirname, '../..')

it('the first script of the page contains the app’s choice of the language, which needs nothing but its own code', async () => {
  const { transformIndexHtml } = inlineChoice(root) as unknown as {
    transformIndexHtml: { handler: (html: string) => Promise<string> }
  }
  const script = await transformIndexHtml.handler('/* chooseLanguage() */\nreturn chooseLanguage(...given)')
  const inlined = new Function('given', script) as (given: unknown[]) => string
  const offered = ['en', 'de', 'ar']
  const asked = (search: string, stored: string | null, ...preferred: string[]) => ({ search, stored, preferred })
  for (const [one, wanted] of [
    [asked('?lang=ar', 'de', 'en'), 'ar'],
    [asked('?lang=xx', 'de', 'en'), 'de'],
    [asked('', null, 'ja', 'de-AT', 'en'), 'de'],
    [asked('', 'ar-EG'), 'ar'],
    [asked('', null, 'ja'), 'en']
  ] as const) {
    expect(inlined([offered, one])).toBe(wanted)
  }
})
