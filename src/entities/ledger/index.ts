export { type Account, type Figures, GROUPS, type Group, groupOf, isBalanced, partsOf, sumOf } from './accounts'
export { providerName } from './providers'
export { getTrialBalance, trialBalanceKey, useTrialBalance } from './trial-balance'
