import i18next from 'i18next'

interface Words {
  errors: Record<string, string>
}

/** The demo's texts are bundled with the demo, so that other builds do not contain them. */
const files = import.meta.glob<Words>('../../locales/*/demo.json', { eager: true, import: 'default' })

function addWords(): 'demo' {
  for (const [path, { errors, ...texts }] of Object.entries(files)) {
    const [, locale = ''] = /locales\/(\w+)\//.exec(path) ?? []
    i18next.addResourceBundle(locale, 'demo', texts)
    i18next.addResourceBundle(locale, 'errors', errors, true, false)
  }
  return 'demo'
}

/** The namespace of the demo's texts. Import it from here: a module imported only for its effects is left out of the build. */
export const words = addWords()
