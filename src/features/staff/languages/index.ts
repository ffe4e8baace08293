export { LanguagePage } from './language-page'
export { LanguagesPage } from './page'
