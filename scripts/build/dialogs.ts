import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** Where the build lists its dialogs, below `dist`: a place in the sources for each name. */
export const DIALOGS_FILE = '.vite/dialogs.json'

/**
 * The box of a dialog, and the components that bring one with a layout. An element that has `data-dialog` already is inside
 * of such a component, and passes on the name of the place that uses it.
 */
const box =
  /<(?:DialogPrimitive\.Content|DialogContent|ConfirmDialog|CommandDialog|WideDialog|OptionDialog)(?!\s+data-dialog)\b/g

/** Four characters, because every visitor downloads them. */
const nameOf = (place: string): string => createHash('sha256').update(place).digest('base64url').slice(0, 4)

/** Names each dialog in the text of a module, by its file and its number there. */
export function nameDialogs(code: string, file: string): { code: string; named: [name: string, place: string][] } {
  const named: [string, string][] = []
  const withNames = code.replace(box, (start) => {
    const place = `${file}#${named.length + 1}`
    named.push([nameOf(place), place])
    return `${start} data-dialog="${nameOf(place)}"`
  })
  return { code: withNames, named }
}

/**
 * A plugin that names every dialog of the app in the page, and lists them. The browser stories check each dialog that they open
 * with axe, and at their end the list says which ones no story has opened (`tests/support/dialogs.ts`).
 *
 * @param root The project's root.
 */
export function namedDialogs(root: string): Plugin {
  const known = new Map<string, string>()
  return {
    name: 'hackney-named-dialogs',
    apply: 'build',
    enforce: 'pre',
    transform: {
      // The dialogs of `components/ui` are what the others are built from.
      filter: { id: { include: /\/src\/.*\.tsx$/, exclude: /\/src\/components\/ui\// } },
      handler(text, id) {
        const { code, named } = nameDialogs(text, relative(root, id))
        for (const [name, place] of named) {
          const other = known.get(name)
          if (other && other !== place) this.error(`${place} and ${other} get the same name; move one of them`)
          known.set(name, place)
        }
        return named.length > 0 ? { code, map: null } : null
      }
    },
    generateBundle() {
      const source = JSON.stringify(Object.fromEntries([...known].sort()), null, 2)
      this.emitFile({ type: 'asset', fileName: DIALOGS_FILE, source })
    }
  }
}
