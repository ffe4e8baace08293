export { SecondFactorPage } from './components/second-factor-page'
export { SecondFactors } from './components/second-factors'
