export { estimate, estimateAll, type QuoteResult } from './estimate'
export { FareTable } from './fare-lines'
export { type ChosenExtras, fareLines, type Quote } from './model'
export { useFinances } from './queries'
