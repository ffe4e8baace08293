import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chooseLanguage } from '../../src/lib/texts/choose.ts'
import { inlineChoice } from './choice.ts'

const root = join(import.meta.dirname, '../..')

it('the first script of the page chooses the language as the app does, with nothing but its own code', async () => {
  const { transformIndexHtml } = inlineChoice(root) as unknown as {
    transformIndexHtml: { handler: (html: string) => Promise<string> }
  }
  const script = await transformIndexHtml.handler('/* chooseLanguage() */\nreturn chooseLanguage(...given)')
  const inlined = new Function('given', script) as (given: Parameters<typeof chooseLanguage>) => string
  const offered = ['en', 'de', 'ar']
  const asked = (search: string, stored: string | null, ...preferred: string[]) => ({ search, stored, preferred })
  for (const [one, wanted] of [
    [asked('?lang=ar', 'de', 'en'), 'ar'],
    [asked('?lang=xx', 'de', 'en'), 'de'],
    [asked('', null, 'ja', 'de-AT', 'en'), 'de'],
    [asked('', 'ar-EG'), 'ar'],
    [asked('', null, 'ja'), 'en']
  ] as const) {
    expect([inlined([offered, one]), chooseLanguage(offered, one)]).toEqual([wanted, wanted])
  }
})
