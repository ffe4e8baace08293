import type { RowOrder } from '../types'
import { OrderHandle, OrderItems, OrderNote } from './parts'
import { useOrder } from './use-order'

/**
 * Rows ordered by people, for `order` of a table; tables without it do not load it.
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
