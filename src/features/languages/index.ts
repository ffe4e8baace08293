export { LanguagePage } from './components/language-page'
export { LanguagesPage } from './components/languages-page'
