import i18next from 'i18next'

interface Words {
  errors: Record<string, string>
}

/** The demo's words travel with the demo, so that a host's build holds none of them. */
const files = import.meta.glob<Words>('../../locales/*/demo.json', { eager: true, import: 'default' })

function addWords(): 'demo' {
  for (const [path, { errors, ...texts }] of Object.entries(files)) {
    const [, locale = ''] = /locales\/(\w+)\//.exec(path) ?? []
    i18next.addResourceBundle(locale, 'demo', texts)
    i18next.addResourceBundle(locale, 'errors', errors, true, false)
  }
  return 'demo'
}

/** Where the demo's words are. Who needs the name needs the words: a module that only has effects is left out of the build. */
export const words = addWords()
