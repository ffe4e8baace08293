export { estimate, estimateAll, type QuoteResult } from './estimate'
export { FareTable } from './fare-lines'
export { type ChosenExtras, type FareLine, fareLines, type Quote } from './model'
export { useFinances } from './queries'
