export { SecondFactors } from './components/second-factors'
export { SecondFactorPage } from './page'
