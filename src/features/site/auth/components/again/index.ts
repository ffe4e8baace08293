export { SignInAgain } from './sign-in-again'
