export { LoginPage } from './components/login-page'
export { readStoredForm } from './sign-up'

export const loadSignUpPage = async () => (await import('./components/sign-up-page')).SignUpPage
