import type { RowOrder } from '../types'
import { OrderHandle, OrderItems, OrderNote } from './parts'
import { useOrder } from './use-order'

/**
 * Rows that people put in order, for `order` of a table; tables without it do not load it.
 *
 * @param isLocked the order is only shown
 */
export const rowOrder = <Row>(store: RowOrder<Row>['store'], isLocked = false): RowOrder<Row> => ({
  store,
  isLocked,
  use: useOrder,
  Handle: OrderHandle,
  Items: OrderItems,
  Note: OrderNote
})
