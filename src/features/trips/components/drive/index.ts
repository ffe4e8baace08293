export { ExtrasBlock } from './extras-block'
export { QuotedCash } from './quoted-cash'
export { WaitingBlock } from './waiting-block'
