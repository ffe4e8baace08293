export { ExtrasBlock } from './extras-block'
export { HandOverBlock } from './hand-over-block'
export { QuotedCash } from './quoted-cash'
export { WaitingBlock } from './waiting-block'
