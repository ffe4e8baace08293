export { type Account, type Figures, GROUPS, type Group, groupOf, isBalanced, partsOf, sumOf } from './accounts'
export { getTrialBalance, trialBalanceKey, useTrialBalance } from './trial-balance'
