export { LoginPage } from './login-page'
export { readStoredForm } from './model/sign-up'

export const loadSignUpPage = async () => (await import('./sign-up-page')).SignUpPage

export const loadSetupPage = async () => (await import('./setup-page')).SetupPage
