import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

const place = '/* chooseLanguage() */'

/**
 * A plugin that writes the choice of the page's language into the first script of index.html, which runs before the app loads:
 * the same function as the app's.
 *
 * @param root The project's root.
 */
export function inlineChoice(root: string): Plugin {
  const file = join(root, 'src/lib/texts/choose.ts')
  return {
    name: 'hackney-inline-choice',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(place)) return html
        const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
        return html.replace(place, () => code.replace(/^export function/m, 'function'))
      }
    }
  }
}
