import i18next from 'i18next'

interface Words {
  errors: Record<string, string>
}

/** The demo's words travel with the demo, so that a host's build holds none of them. */
const files = import.meta.glob<Words>('../../locales/*/demo.json', { eager: true, import: 'default' })

for (const [path, { errors, ...words }] of Object.entries(files)) {
  const [, locale = ''] = /locales\/(\w+)\//.exec(path) ?? []
  i18next.addResourceBundle(locale, 'demo', words)
  i18next.addResourceBundle(locale, 'errors', errors, true, false)
}
