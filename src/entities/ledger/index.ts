export { type Account, type Figures, GROUPS, type Group, isBalanced, partsOf, sumOf } from './accounts'
export { getTrialBalance, trialBalanceKey, useTrialBalance } from './trial-balance'
