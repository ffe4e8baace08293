import type { RowOrder } from '../types'
import { OrderHandle, OrderItems, OrderNote } from './parts'
import { useOrder } from './use-order'

/**
 * Returns a value for `order` of a `TableDefinition`, with which people order the rows by hand. Tables without `order` do not
 * load this code.
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
