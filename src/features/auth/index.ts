export { LoginPage } from './components/login-page'
export { SignUpPage } from './components/sign-up-page'
export { readKeptForm } from './sign-up'
