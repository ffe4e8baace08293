export { LoginPage } from './components/login-page'
export { readKeptForm } from './sign-up'

export const loadSignUpPage = async () => (await import('./components/sign-up-page')).SignUpPage
