export { LanguagePage } from './language-page'
export { LanguagesPage } from './page'
export { TemplatesPage } from './templates-page'
