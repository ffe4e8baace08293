import type { RowOrder } from '../types'
import { OrderHandle, OrderItems, OrderNote } from './parts'
import { useOrder } from './use-order'

/**
 * Lets people order the rows of a table by hand: the value for `order` of its definition. Tables without it do not load this
 * code.
 *
 * @param isLocked the order is read-only
 */
export const rowOrder = <Row>(store: RowOrder<Row>['store'], isLocked = false): RowOrder<Row> => ({
  store,
  isLocked,
  use: useOrder,
  Handle: OrderHandle,
  Items: OrderItems,
  Note: OrderNote
})
