import i18next from 'i18next'

interface Words {
  errors: Record<string, string>
}

/** The demo's texts are bundled with the demo, so that other builds do not contain them. */
const files = import.meta.glob<Words>('../texts/demo/*.json', { eager: true, import: 'default' })

const languages = Object.entries(files).map(([path, { errors, ...texts }]) => {
  const [, locale = ''] = /(\w+)\.json$/.exec(path) ?? []
  return { locale, errors, texts }
})

/** Adds the demo's errors to those of the site, once these have loaded in a language. */
function addErrors() {
  for (const { locale, errors } of languages)
    if (i18next.hasResourceBundle(locale, 'errors'))
      i18next.addResourceBundle(locale, 'errors', errors, true, false, { silent: true })
}

function addWords(): 'demo' {
  for (const { locale, texts } of languages) i18next.addResourceBundle(locale, 'demo', texts)
  addErrors()
  i18next.on('loaded', addErrors)
  return 'demo'
}

/** The namespace of the demo's texts. Import it from here: a module imported only for its effects is left out of the build. */
export const words = addWords()
